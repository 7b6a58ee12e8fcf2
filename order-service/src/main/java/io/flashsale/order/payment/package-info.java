/** Paying for an order, and what the provider tells us about it. */
@NullMarked
package io.flashsale.order.payment;

import org.jspecify.annotations.NullMarked;
