@NullMarked
package io.flashsale.storefront.apidocs;

import org.jspecify.annotations.NullMarked;
