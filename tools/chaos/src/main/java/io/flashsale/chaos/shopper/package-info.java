/** Shoppers with a script, which the seed decides before the round begins. */
@NullMarked
package io.flashsale.chaos.shopper;

import org.jspecify.annotations.NullMarked;
