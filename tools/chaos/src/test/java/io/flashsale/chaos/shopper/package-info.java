@NullMarked
package io.flashsale.chaos.shopper;

import org.jspecify.annotations.NullMarked;
