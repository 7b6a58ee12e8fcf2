@NullMarked
package io.flashsale.storefront;

import org.jspecify.annotations.NullMarked;
