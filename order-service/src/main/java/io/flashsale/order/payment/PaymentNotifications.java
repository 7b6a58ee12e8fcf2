package io.flashsale.order.payment;

import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.ordering.CouponUse;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.payment.PaymentMapper.State;
import io.flashsale.order.payment.Settlement.AnotherPayment;
import io.flashsale.order.payment.Settlement.BadSignature;
import io.flashsale.order.payment.Settlement.Malformed;
import io.flashsale.order.payment.Settlement.Settled;
import io.flashsale.order.payment.Settlement.UnknownOrder;
import io.flashsale.order.payment.Settlement.WrongAmount;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Applies what the payment provider tells us, however often and however late it does.
 *
 * <p>The order's row is locked first. So against closing and cancellation whichever locks first wins, and a repeated
 * notification finds what the first one did. An order that awaits payment takes it even past its deadline: it still
 * holds its unit. One that has closed never becomes a sale again: the payment is recorded as to be refunded. The amount
 * must be the price, or what was charged with a coupon; which of the two it is decides whether the coupon is used.
 */
@Service
class PaymentNotifications {

    private final NotificationSignature signatures;
    private final JsonMapper json;
    private final OrderMapper orders;
    private final PaymentMapper payments;
    private final OrderCoupons coupons;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;

    PaymentNotifications(
            NotificationSignature signatures,
            JsonMapper json,
            OrderMapper orders,
            PaymentMapper payments,
            OrderCoupons coupons,
            TransactionTemplate transaction,
            ApplicationEventPublisher events) {
        this.signatures = signatures;
        this.json = json;
        this.orders = orders;
        this.payments = payments;
        this.coupons = coupons;
        this.transaction = transaction;
        this.events = events;
    }

    Settlement receive(byte[] body, @Nullable String signature) {
        if (!signatures.isValid(signature, body)) {
            return new BadSignature();
        }
        return parse(body)
                .map(payment -> Objects.requireNonNull(transaction.execute(status -> settle(payment))))
                .orElseGet(Malformed::new);
    }

    private Optional<PaymentNotification> parse(byte[] body) {
        try {
            return Optional.ofNullable(json.readValue(body, PaymentNotification.class))
                    .filter(PaymentNotification::isComplete);
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    private Settlement settle(PaymentNotification payment) {
        Optional<Order> locked = orders.lock(payment.orderId());
        if (locked.isEmpty()) {
            return new UnknownOrder();
        }
        Order order = locked.get();
        Optional<String> earlier = payments.paymentOf(order.id());
        if (earlier.isPresent()) {
            return earlier.get().equals(payment.paymentId()) ? new Settled(order) : new AnotherPayment();
        }
        boolean inFull = payment.amountCents() == order.priceCents();
        if (!inFull && !isDiscounted(order, payment.amountCents())) {
            return new WrongAmount();
        }
        payments.insert(payment, apply(payment, order, inFull));
        events.publishEvent(new OrdersChanged(List.of(order.id())));
        return new Settled(orders.lock(order.id()).orElseThrow());
    }

    /** Whether the provider was charged this with a coupon. An order that closed since has freed it, and has to refund. */
    private static boolean isDiscounted(Order order, long amountCents) {
        CouponUse coupon = order.coupon();
        return coupon != null
                && coupon.discountCents() > 0
                && amountCents == order.priceCents() - coupon.discountCents()
                && (coupon.state() == CouponUse.State.CHARGING || order.status() == OrderStatus.CLOSED);
    }

    private State apply(PaymentNotification payment, Order order, boolean inFull) {
        return switch (order.status()) {
            case AWAITING_PAYMENT -> {
                must(orders.markPaid(order.id(), payment.paidAt()), order);
                CouponUse coupon = order.coupon();
                if (inFull || coupon == null) {
                    coupons.free(List.of(order));
                } else {
                    coupons.use(order, coupon);
                }
                yield State.ACCEPTED;
            }
            case CLOSED -> {
                must(orders.markRefundDue(order.id(), payment.paidAt()), order);
                if (inFull) {
                    coupons.refundInFull(order);
                }
                yield State.REFUND_DUE;
            }
            case REJECTED -> State.REFUND_DUE; // we never charge for one, but if a provider did, we must not forget it
            case PAID, REFUND_DUE, QUEUED -> throw new IllegalStateException("no payment but " + order.status());
        };
    }

    private static void must(int updatedRows, Order order) {
        if (updatedRows != 1) {
            throw new IllegalStateException("order " + order.id() + " changed although it was locked");
        }
    }
}
