package io.flashsale.order.payment;

import io.flashsale.commons.tracing.Stop;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.journey.FollowedOrders;
import io.flashsale.order.ordering.CouponUse;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.ordering.OrdersChanged;
import io.flashsale.order.ordering.ReviewMapper;
import io.flashsale.order.payment.Settlement.NoOrderYet;
import io.flashsale.order.payment.Settlement.Paid;
import io.flashsale.order.payment.Settlement.RefundDue;
import io.flashsale.order.payment.Settlement.Settled;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.refund.RefundReason;
import io.flashsale.order.refund.Refunds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Applies the payment provider's notifications, however often and however late they come.
 *
 * <p>One transaction records each charge, and pays its order or makes a refund due (invariant I11).
 *
 * <p>The provider's answers to our own charges are nearly always new. Those of a {@link GroupPayments group} are written
 * in one transaction. A charge that was recorded before, or is not the price of an order that awaits payment, undoes
 * it. Then each charge of the group is settled alone.
 *
 * <p>The charge's row is written first, so that a repeated notification finds it. If the charge is the price of an
 * order that awaits payment, one statement pays it. All other charges lock the order's row and decide:
 * <ul> <li>Against closing and cancellation, the first to lock the row wins. <li>An order that awaits payment
 * accepts it even past its deadline, because it still holds its unit. <li>An order that has ended never becomes a
 * sale again. <li>The amount must be the price, or what was charged with a coupon; this decides whether the coupon
 * is used. <li>A charge without an order waits a day for it, then the money goes back: after a restore of the
 * database, orders come back from Kafka later than the provider's notifications. The day begins with this process,
 * if it started after the charge. <li>A charge of an order under review waits for the end of the review.
 * </ul>
 */
@Service
class PaymentNotifications {

    /** From a charge, or our start, until its unknown order is taken for none; longer than a replay after a restore. */
    private static final Duration WAIT_FOR_ORDER = Duration.ofDays(1);

    private final ChargeMapper charges;
    private final OrderMapper orders;
    private final ReviewMapper reviews;
    private final OrderCoupons coupons;
    private final Refunds refunds;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;
    private final FollowedOrders followed;
    private final InstantSource clock;
    private final Instant started;

    PaymentNotifications(
            ChargeMapper charges,
            OrderMapper orders,
            ReviewMapper reviews,
            OrderCoupons coupons,
            Refunds refunds,
            TransactionTemplate transaction,
            ApplicationEventPublisher events,
            FollowedOrders followed,
            InstantSource clock) {
        this.charges = charges;
        this.orders = orders;
        this.reviews = reviews;
        this.coupons = coupons;
        this.refunds = refunds;
        this.transaction = transaction;
        this.events = events;
        this.followed = followed;
        this.clock = clock;
        this.started = clock.instant();
    }

    /**
     * Settles the provider's answer to our own charge.
     *
     * @param order as its row was before
     */
    Settlement settleAnswer(Order order, PaymentNotification charge) {
        Instant begin = followed.now();
        Settlement settlement = settleAlone(charge);
        if (settlement instanceof Settled settled) {
            followed.stop(Stop.PAYMENT, order.traceparent(), begin, () -> wrote(settled));
        }
        return settlement;
    }

    /** The provider's verified answer to our charge of an order, whose row was like this before. */
    record Answered(Order order, PaymentNotification charge) {}

    /** Settles a statement that is verified to be the provider's. */
    Settlement settle(PaymentNotification charge) {
        Instant begin = followed.now();
        Settlement settlement = settleAlone(charge);
        if (settlement instanceof Settled settled) {
            followed.stop(Stop.PAYMENT, charge.orderId(), begin, () -> wrote(settled));
        }
        return settlement;
    }

    private static Map<String, String> wrote(Settled settled) {
        PaymentNotification charge = settled.charge();
        return Map.of(
                "charge.charge_id", charge.paymentId(),
                "charge.amount_cents", Long.toString(charge.amountCents()),
                "charge.outcome", settled instanceof Paid ? "PAID" : "REFUND");
    }

    private Settlement settleAlone(PaymentNotification charge) {
        return Objects.requireNonNull(transaction.execute(status -> {
            if (charges.record(charge) == 0) {
                return decidedBefore(charge);
            }
            if (charges.payInFull(charge.paymentId()) > 0) {
                announce(charge);
                return new Paid(charge, true);
            }
            Optional<Order> locked = orders.lock(charge.orderId());
            if (locked.isEmpty() && mayStillBePlaced(charge)) {
                status.setRollbackOnly();
                return new NoOrderYet();
            }
            return decide(charge, locked);
        }));
    }

    private boolean mayStillBePlaced(PaymentNotification charge) {
        Instant known = charge.paidAt().isAfter(started) ? charge.paidAt() : started;
        // An order that was placed since its row was looked for is under review no more, but still noted.
        return known.isAfter(clock.instant().minus(WAIT_FOR_ORDER)) || reviews.isNoted(charge.orderId());
    }

    /**
     * Settles the provider's answers to our own charges of different orders, if each pays its order and none is recorded
     * yet. Otherwise changes nothing and returns false.
     */
    boolean settleTogether(List<Answered> group) {
        Instant begin = followed.now();
        boolean paid;
        try {
            paid = Boolean.TRUE.equals(transaction.execute(status -> payTogether(group, status)));
        } catch (DuplicateKeyException recordedBefore) {
            return false;
        }
        if (paid) {
            group.forEach(one -> followed.stop(
                    Stop.PAYMENT, one.order().traceparent(), begin, () -> wrote(new Paid(one.charge(), true))));
        }
        return paid;
    }

    private boolean payTogether(List<Answered> group, TransactionStatus status) {
        // Sorted, so that two groups that wait for each other never deadlock.
        List<PaymentNotification> received = group.stream()
                .map(Answered::charge)
                .sorted(Comparator.comparing(PaymentNotification::orderId))
                .toList();
        List<Long> ids = received.stream().map(PaymentNotification::orderId).toList();
        charges.recordAllPaid(received);
        if (charges.payAllInFull(ids) != ids.size()) {
            status.setRollbackOnly();
            return false;
        }
        events.publishEvent(new OrdersChanged(ids));
        return true;
    }

    private Settled decidedBefore(PaymentNotification charge) {
        return switch (charges.outcome(charge.paymentId()).orElseThrow()) {
            case PAID -> new Paid(charge, false);
            case REFUND -> new RefundDue(charge);
            case RECEIVED -> throw new IllegalStateException("nobody decided about charge " + charge.paymentId());
        };
    }

    private Settled decide(PaymentNotification charge, Optional<Order> locked) {
        if (locked.isEmpty()) {
            return refund(charge, RefundReason.UNKNOWN_ORDER);
        }
        Order order = locked.get();
        announce(charge);
        return switch (order.status()) {
            case AWAITING_PAYMENT -> {
                boolean inFull = charge.amountCents() == order.priceCents();
                yield inFull || isDiscounted(order, charge.amountCents())
                        ? pay(charge, order, inFull)
                        : refund(charge, order, RefundReason.WRONG_AMOUNT);
            }
            case PAID -> refund(charge, order, RefundReason.ALREADY_PAID);
            // We never charge for a rejected order. If a provider does, the money must still go back.
            case REJECTED, CLOSED, REFUND_DUE, REFUNDED -> refund(charge, order, RefundReason.ORDER_ENDED);
            case QUEUED -> throw new IllegalStateException("a row is never QUEUED: " + order.id());
        };
    }

    /** Whether the provider was charged this amount with a coupon. */
    private static boolean isDiscounted(Order order, long amountCents) {
        CouponUse coupon = order.coupon();
        return coupon != null
                && coupon.state() == CouponUse.State.CHARGING
                && amountCents == order.priceCents() - coupon.discountCents();
    }

    private Settled pay(PaymentNotification charge, Order order, boolean inFull) {
        must(orders.markPaid(order.id(), charge.paidAt()), charge);
        must(charges.decide(charge.paymentId(), ChargeOutcome.PAID), charge);
        CouponUse coupon = order.coupon();
        if (inFull || coupon == null) {
            coupons.free(List.of(order));
        } else {
            coupons.use(order, coupon);
        }
        return new Paid(charge, true);
    }

    private Settled refund(PaymentNotification charge, Order order, RefundReason reason) {
        boolean closed = reason == RefundReason.ORDER_ENDED && order.status() != OrderStatus.REJECTED;
        must(
                closed
                        ? orders.markRefundDue(order.id(), charge.amountCents(), charge.paidAt())
                        : orders.noteRefund(order.id(), charge.amountCents()),
                charge);
        return refund(charge, reason);
    }

    private Settled refund(PaymentNotification charge, RefundReason reason) {
        must(charges.decide(charge.paymentId(), ChargeOutcome.REFUND), charge);
        refunds.due(charge.paymentId(), charge.orderId(), charge.amountCents(), reason);
        return new RefundDue(charge);
    }

    private void announce(PaymentNotification charge) {
        events.publishEvent(new OrdersChanged(List.of(charge.orderId())));
    }

    private static void must(int updatedRows, PaymentNotification charge) {
        if (updatedRows != 1) {
            throw new IllegalStateException("order " + charge.orderId() + " or charge " + charge.paymentId()
                    + " changed although it was locked");
        }
    }
}
