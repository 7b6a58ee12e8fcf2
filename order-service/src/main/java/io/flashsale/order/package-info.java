/** Accounts, placement, orders, payment, closing, and what the shopper hears of it. */
@NullMarked
package io.flashsale.order;

import org.jspecify.annotations.NullMarked;
