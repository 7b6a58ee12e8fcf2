/** Shoppers by a script: what they do is decided before the round begins, by its seed alone. */
@NullMarked
package io.flashsale.chaos.shopper;

import org.jspecify.annotations.NullMarked;
