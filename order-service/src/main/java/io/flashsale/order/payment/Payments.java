package io.flashsale.order.payment;

import io.flashsale.order.closing.OrderClosing;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderDesk;
import io.flashsale.order.ordering.OrderLookup;
import io.flashsale.order.ordering.OrderTable;
import io.flashsale.order.payment.PaymentProvider.Charge;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Lets shoppers pay. Repeating a call charges nobody twice. */
@Service
class Payments {

    private final OrderDesk desk;
    private final OrderTable orders;
    private final OrderClosing closing;
    private final PaymentProvider provider;
    private final PaymentNotifications notifications;

    Payments(
            OrderDesk desk,
            OrderTable orders,
            OrderClosing closing,
            PaymentProvider provider,
            PaymentNotifications notifications) {
        this.desk = desk;
        this.orders = orders;
        this.closing = closing;
        this.provider = provider;
        this.notifications = notifications;
    }

    sealed interface Outcome {
        /** By this call or an earlier one. */
        record Paid(Order order) implements Outcome {}

        record Closed() implements Outcome {}

        record Rejected() implements Outcome {}

        record Declined() implements Outcome {}

        /** The provider did not answer. */
        record Unknown() implements Outcome {}

        record CouponNotUsable() implements Outcome {}

        record NoOrder(OrderLookup.Missing missing) implements Outcome {}
    }

    /** Pays the shopper's order, unless it has ended or its deadline has passed. */
    Outcome pay(long shopper, long orderId, @Nullable String couponId) {
        return switch (desk.find(shopper, orderId)) {
            case OrderLookup.Found(Order order) ->
                couponId == null ? pay(order) : new Outcome.CouponNotUsable(); // coupons are still to come
            case OrderLookup.Missing missing -> new Outcome.NoOrder(missing);
        };
    }

    private Outcome pay(Order order) {
        return switch (order.status()) {
            case AWAITING_PAYMENT ->
                orders.isOverdue(order.id()) ? standing(closing.closeOverdue(order.id())) : charge(order);
            case PAID, CLOSED, REFUND_DUE, REJECTED, QUEUED -> standing(order);
        };
    }

    private Outcome charge(Order order) {
        return switch (provider.charge(order.id(), order.priceCents())) {
            case Charge.Confirmed(byte[] notification, String signature) ->
                switch (notifications.receive(notification, signature)) {
                    case Settlement.Settled(Order settled) -> standing(settled);
                    case Settlement wrong ->
                        throw new IllegalStateException("the provider's own confirmation of order " + order.id()
                                + " cannot be applied: " + wrong);
                };
            case Charge.Declined() -> new Outcome.Declined();
            case Charge.Unknown() -> new Outcome.Unknown();
        };
    }

    private static Outcome standing(Order order) {
        return switch (order.status()) {
            case PAID -> new Outcome.Paid(order);
            case CLOSED, REFUND_DUE -> new Outcome.Closed();
            case REJECTED -> new Outcome.Rejected();
            case AWAITING_PAYMENT, QUEUED ->
                throw new IllegalStateException("order " + order.id() + " is " + order.status());
        };
    }
}
