package io.flashsale.order.payment;

import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderLookup;

/** What came of a shopper's call to pay. */
sealed interface PaymentOutcome {

    /** By this call or an earlier one. */
    record Paid(Order order) implements PaymentOutcome {}

    record Closed() implements PaymentOutcome {}

    record Rejected() implements PaymentOutcome {}

    record Declined() implements PaymentOutcome {}

    /** The provider did not answer. */
    record Unknown() implements PaymentOutcome {}

    /** A payment of the order with another coupon is under way, and may have succeeded. */
    record Pending(long couponId) implements PaymentOutcome {}

    record NoSuchCoupon() implements PaymentOutcome {}

    /** Another order holds the coupon or was paid with it. */
    record CouponInUse(String orderId) implements PaymentOutcome {}

    record CouponNotUsable(CouponRefusal reason) implements PaymentOutcome {}

    /** Nobody can say now whether the coupon may be used; without one the order can be paid. */
    record CouponsUnavailable() implements PaymentOutcome {}

    record NoOrder(OrderLookup.Missing missing) implements PaymentOutcome {}

    /** By what has become of an order that does not await payment any more. */
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
