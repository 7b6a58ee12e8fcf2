package io.flashsale.order.payment;

import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderLookup;

/** The outcome of a shopper's call to pay. */
sealed interface PaymentOutcome {

    /** Paid by this call or an earlier one. */
    record Paid(Order order) implements PaymentOutcome {}

    record Closed() implements PaymentOutcome {}

    record Rejected() implements PaymentOutcome {}

    record Declined() implements PaymentOutcome {}

    /** The shopper has to confirm the charge at this address. The order goes on awaiting its payment. */
    record ActionRequired(Order order, String url) implements PaymentOutcome {}

    /** The provider does not know the way of paying. */
    record NoSuchMethod() implements PaymentOutcome {}

    /** The provider did not answer, or the deadline has passed and an earlier payment may still be found. */
    record Unknown() implements PaymentOutcome {}

    /** A payment of the order with another coupon is in progress and may have succeeded. */
    record Pending(long couponId) implements PaymentOutcome {}

    record NoSuchCoupon() implements PaymentOutcome {}

    /** Another order has reserved or used the coupon. */
    record CouponInUse(String orderId) implements PaymentOutcome {}

    record CouponNotUsable(String reason) implements PaymentOutcome {}

    /** It is unknown whether the coupon may be used. The order can be paid without one. */
    record CouponsUnavailable() implements PaymentOutcome {}

    record NoOrder(OrderLookup.Missing missing) implements PaymentOutcome {}

    /** The outcome for an order that no longer awaits payment. */
    static PaymentOutcome of(Order order) {
        return switch (order.status()) {
            case PAID -> new Paid(order);
            case CLOSED, REFUND_DUE, REFUNDED -> new Closed();
            case REJECTED -> new Rejected();
            case AWAITING_PAYMENT, QUEUED ->
                throw new IllegalStateException("order " + order.id() + " is " + order.status());
        };
    }
}
