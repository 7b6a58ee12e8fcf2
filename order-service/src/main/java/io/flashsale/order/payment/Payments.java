package io.flashsale.order.payment;

import io.flashsale.order.closing.OrderClosing;
import io.flashsale.order.closing.PaidOrders;
import io.flashsale.order.ordering.CouponUse;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderLookup;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderService;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.payment.CouponPayments.Preparation;
import io.flashsale.order.provider.Money;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.ShopCurrency;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Lets shoppers pay. Repeating a call never charges twice. With a coupon, the amount is fixed before the provider
 * is asked and stays so until the provider declines; see {@link CouponPayments}.
 */
@Service
class Payments {

    private final OrderService service;
    private final OrderMapper orders;
    private final OrderClosing closing;
    private final PaidOrders paid;
    private final CouponPayments coupons;
    private final PaymentProvider provider;
    private final ShopCurrency currency;
    private final SignedNotifications notifications;

    Payments(
            OrderService service,
            OrderMapper orders,
            OrderClosing closing,
            PaidOrders paid,
            CouponPayments coupons,
            PaymentProvider provider,
            ShopCurrency currency,
            SignedNotifications notifications) {
        this.service = service;
        this.orders = orders;
        this.closing = closing;
        this.paid = paid;
        this.coupons = coupons;
        this.provider = provider;
        this.currency = currency;
        this.notifications = notifications;
    }

    /**
     * Pays the shopper's order, unless it has ended or its deadline has passed.
     *
     * @param method one of the provider's; null for the usual one
     */
    PaymentOutcome pay(long shopper, long orderId, @Nullable Long couponId, @Nullable String method) {
        return switch (service.find(shopper, orderId)) {
            case OrderLookup.Found(Order order) -> pay(order, couponId, method);
            case OrderLookup.Missing missing -> new PaymentOutcome.NoOrder(missing);
        };
    }

    private PaymentOutcome pay(Order order, @Nullable Long couponId, @Nullable String method) {
        if (order.status() != OrderStatus.AWAITING_PAYMENT) {
            return PaymentOutcome.of(order);
        }
        if (order.overdue()) {
            return paid.known().isUnpaid(order)
                    ? PaymentOutcome.of(closing.closeOverdue(order.id()))
                    : new PaymentOutcome.Unknown();
        }
        if (method != null && !provider.methods().contains(method)) {
            return new PaymentOutcome.NoSuchMethod();
        }
        CouponUse coupon = order.coupon();
        if (couponId == null && (coupon == null || !coupon.isPending())) {
            return charge(order, 0, 0, method);
        }
        Preparation preparation =
                couponId == null ? coupons.withoutCoupon(order.id()) : coupons.withCoupon(order.id(), couponId);
        return switch (preparation) {
            case Preparation.Ready(Order ready, long discount, int attempt) -> charge(ready, discount, attempt, method);
            case Preparation.Refused(PaymentOutcome refusal) -> refusal;
        };
    }

    /** @param attempt to pay with a coupon that the charge was noted for; 0 if there is none */
    private PaymentOutcome charge(Order order, long discount, int attempt, @Nullable String method) {
        Money amount = currency.of(order.priceCents() - discount);
        return switch (method == null
                ? provider.charge(order.id(), amount)
                : provider.charge(order.id(), amount, method)) {
            case Charge.Confirmed confirmed -> settled(order, confirmed);
            case Charge.Declined() -> {
                if (attempt > 0) {
                    coupons.declined(order.id(), attempt);
                }
                yield new PaymentOutcome.Declined();
            }
            case Charge.ActionRequired(String url) -> {
                if (attempt > 0) {
                    coupons.toBeConfirmed(order.id(), attempt);
                }
                Order now = orders.find(order.id()).orElseThrow();
                yield now.status() == OrderStatus.AWAITING_PAYMENT
                        ? new PaymentOutcome.ActionRequired(now, url)
                        : PaymentOutcome.of(now);
            }
            case Charge.Unknown() -> new PaymentOutcome.Unknown();
        };
    }

    /** Settles a charge. Reads the order again only if the payment did more than pay its price. */
    PaymentOutcome settled(Order before, Charge.Confirmed confirmed) {
        Settlement settlement = notifications.receiveAnswer(before, confirmed.notification(), confirmed.signature());
        return switch (settlement) {
            case Settlement.Paid(PaymentNotification charge, boolean now)
            when now && charge.amountCents() == before.priceCents() ->
                new PaymentOutcome.Paid(before.paidInFull(charge.paidAt()));
            case Settlement.Settled settled -> {
                Order after = orders.find(before.id()).orElseThrow();
                // The provider took another amount than we asked for: it goes back, and the order is not paid.
                yield after.status() == OrderStatus.AWAITING_PAYMENT
                        ? new PaymentOutcome.Declined()
                        : PaymentOutcome.of(after);
            }
            case Settlement.NoOrderYet vanished -> new PaymentOutcome.Unknown();
            case Settlement.BadSignature _, Settlement.Malformed _ ->
                throw new IllegalStateException("the provider's own confirmation of order " + before.id()
                        + " cannot be applied: " + settlement);
        };
    }
}
