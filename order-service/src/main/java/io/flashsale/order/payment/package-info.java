/** Paying for an order, and the provider's notifications. */
@NullMarked
package io.flashsale.order.payment;

import org.jspecify.annotations.NullMarked;
