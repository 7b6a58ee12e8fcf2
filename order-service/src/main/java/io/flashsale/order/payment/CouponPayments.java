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
import java.util.function.Function;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What comes before and after charging the provider when a coupon is involved: note the attempt, have the coupon
 * reserved, note the charge and its amount; and free the coupon when the charge is declined.
 *
 * <p>Nothing is asked of anybody before it is noted, so a crash at any point leaves a row that says what may have been
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

    /** The attempt is noted, and coupon-service has to be asked. */
    private record Noted(Order order, CouponUse attempt) implements Step {}

    /** Whether the provider may be charged. */
    sealed interface Preparation extends Step {
        /**
         * It may, with the price less the discount.
         *
         * @param attempt that the charge was noted for; 0 if the order is paid in full
         */
        record Ready(Order order, long discountCents, int attempt) implements Preparation {}

        record Refused(PaymentOutcome outcome) implements Preparation {}
    }

    /** Has the coupon reserved, or goes on with a payment that was begun with it. */
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

    /** Called with no lock held: coupon-service may take its time. */
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
     * The shopper wants to pay without a coupon, but one may be reserved: it is freed, unless the provider was charged
     * already; then that payment goes on, as it may have succeeded.
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

    /** The provider declined a charge that was noted for this attempt. */
    void declined(long orderId, int attempt) {
        transaction.executeWithoutResult(status -> {
            Order order = orders.lock(orderId).orElseThrow();
            CouponUse coupon = order.coupon();
            if (coupon != null && coupon.state() == State.CHARGING && coupon.attempt() == attempt) {
                coupons.declined(order, coupon);
            }
        });
    }

    /** One step with the order locked, if it still awaits payment. */
    private Step step(long orderId, Function<Order, Step> step) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Order order = orders.lock(orderId).orElseThrow();
            return order.status() == OrderStatus.AWAITING_PAYMENT
                    ? step.apply(order)
                    : new Preparation.Refused(PaymentOutcome.of(order));
        }));
    }

    /** The same, if the attempt still is the order's. */
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
