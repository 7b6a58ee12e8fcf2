package io.flashsale.order.payment;

import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.order.coupon.CouponService;
import io.flashsale.order.coupon.CouponService.Answer;
import io.flashsale.order.coupon.OrderCoupons;
import io.flashsale.order.ordering.CouponUse;
import io.flashsale.order.ordering.CouponUse.State;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Does what a payment with a coupon needs before and after the charge.
 *
 * <p>Before: it notes the attempt, reserves the coupon, and notes the charge and its amount. After: it frees the
 * coupon if the charge was declined.
 *
 * <p>Each call is noted before it is made. So a crash at any point leaves a row that says what may have been
 * reserved or charged. The shopper's next try, or the order's end, settles it.
 */
@Service
class CouponPayments {

    private final OrderMapper orders;
    private final OrderCoupons coupons;
    private final CouponService couponService;
    private final TransactionTemplate transaction;

    CouponPayments(
            OrderMapper orders, OrderCoupons coupons, CouponService couponService, TransactionTemplate transaction) {
        this.orders = orders;
        this.coupons = coupons;
        this.couponService = couponService;
        this.transaction = transaction;
    }

    private sealed interface Step {}

    /** The attempt is noted; coupon-service has to be asked. */
    private record Noted(Order order, CouponUse attempt) implements Step {}

    /** Whether the provider may be charged. */
    sealed interface Preparation extends Step {
        /**
         * The provider may be charged the price less the discount.
         *
         * @param attempt that the charge was noted for; 0 if the order is paid in full
         */
        record Ready(Order order, long discountCents, int attempt) implements Preparation {}

        record Refused(PaymentOutcome outcome) implements Preparation {}
    }

    /** Reserves the coupon, or continues a payment that was begun with it. */
    Preparation withCoupon(long orderId, long couponId) {
        return switch (step(orderId, order -> begin(order, couponId))) {
            case Noted(Order order, CouponUse attempt) -> reserve(order, attempt);
            case Preparation decided -> decided;
        };
    }

    private Step begin(Order order, long couponId) {
        CouponUse before = order.coupon();
        if (before == null || before.state() != State.CHARGING) {
            return new Noted(order, coupons.begin(order, couponId));
        }
        return before.couponId() == couponId ? charge(order, before, before.discountCents()) : pending(before);
    }

    /** Called without a lock, because coupon-service may be slow. */
    private Preparation reserve(Order order, CouponUse attempt) {
        ReserveCoupon command =
                new ReserveCoupon(order.id(), attempt.attempt(), order.userId(), order.saleId(), order.priceCents());
        return switch (couponService.reserve(attempt.couponId(), command)) {
            case Answer.Reserved(long discount) -> inAttempt(order, attempt, now -> charge(now, attempt, discount));
            case Answer.Refused refused -> inAttempt(order, attempt, now -> refuse(now, refused));
            case Answer.Unknown() -> new Preparation.Refused(new PaymentOutcome.CouponsUnavailable());
        };
    }

    private Preparation charge(Order order, CouponUse attempt, long discountCents) {
        coupons.charge(order, discountCents);
        return new Preparation.Ready(order, discountCents, attempt.attempt());
    }

    private Preparation refuse(Order order, Answer.Refused refused) {
        coupons.refused(order);
        return new Preparation.Refused(
                switch (refused) {
                    case Answer.NotFound() -> new PaymentOutcome.NoSuchCoupon();
                    case Answer.InUse(String holder) -> new PaymentOutcome.CouponInUse(holder);
                    case Answer.NotUsable(var reason) -> new PaymentOutcome.CouponNotUsable(reason);
                });
    }

    /**
     * Prepares a payment without a coupon and frees a coupon that may be reserved. If the provider was already
     * charged with the coupon, that payment continues, because it may have succeeded.
     */
    Preparation withoutCoupon(long orderId) {
        return (Preparation) step(orderId, order -> {
            CouponUse before = order.coupon();
            if (before != null && before.state() == State.CHARGING) {
                return charge(order, before, before.discountCents());
            }
            coupons.free(List.of(order));
            return new Preparation.Ready(order, 0, 0);
        });
    }

    /** Notes that the provider declined a charge of this attempt. */
    void declined(long orderId, int attempt) {
        whileCharging(orderId, attempt, coupons::declined);
    }

    /** Notes that a charge of this attempt waits for the shopper. */
    void toBeConfirmed(long orderId, int attempt) {
        whileCharging(orderId, attempt, (order, coupon) -> coupons.toBeConfirmed(order));
    }

    private void whileCharging(long orderId, int attempt, BiConsumer<Order, CouponUse> note) {
        transaction.executeWithoutResult(status -> {
            Order order = orders.lock(orderId).orElseThrow();
            CouponUse coupon = order.coupon();
            if (coupon != null && coupon.state() == State.CHARGING && coupon.attempt() == attempt) {
                note.accept(order, coupon);
            }
        });
    }

    /** Runs one step with the order locked, if the order still awaits payment. */
    private Step step(long orderId, Function<Order, Step> step) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Order order = orders.lock(orderId).orElseThrow();
            return order.status() == OrderStatus.AWAITING_PAYMENT
                    ? step.apply(order)
                    : new Preparation.Refused(PaymentOutcome.of(order));
        }));
    }

    /** Does the same if the attempt is still the order's current one. */
    private Preparation inAttempt(Order order, CouponUse attempt, Function<Order, Preparation> step) {
        return (Preparation) step(order.id(), now -> {
            CouponUse coupon = now.coupon();
            if (coupon != null && coupon.isPending() && coupon.attempt() == attempt.attempt()) {
                return step.apply(now);
            }
            return pending(coupon == null ? attempt : coupon);
        });
    }

    private static Preparation pending(CouponUse coupon) {
        return new Preparation.Refused(new PaymentOutcome.Pending(coupon.couponId()));
    }
}
