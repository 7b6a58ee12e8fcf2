package io.flashsale.order.coupon;

import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.CouponSettled.Outcome;
import io.flashsale.order.ordering.CouponUse;
import io.flashsale.order.ordering.CouponUse.State;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.outbox.Outbox;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The steps of an order on its way to being paid with a coupon. Each is called with the order locked, and whatever
 * coupon-service must hear of it goes to the outbox in the same transaction. So every coupon that was reserved, or may
 * have been, is settled in the end: used by the order that was paid with it, else free.
 */
@Component
@Transactional(propagation = Propagation.MANDATORY)
public class OrderCoupons {

    private final OrderCouponMapper rows;
    private final Outbox outbox;

    OrderCoupons(OrderCouponMapper rows, Outbox outbox) {
        this.rows = rows;
        this.outbox = outbox;
    }

    /**
     * Begins an attempt to pay with the coupon, or goes on with the one in hand; an attempt with another coupon that was
     * not charged yet ends.
     *
     * @param locked awaits payment, and no charge with another coupon is open
     */
    public CouponUse begin(Order locked, long couponId) {
        CouponUse before = locked.coupon();
        if (before != null && before.isPending()) {
            if (before.couponId() == couponId) {
                return before;
            }
            free(List.of(locked));
        }
        CouponUse attempt = new CouponUse(couponId, before == null ? 1 : before.attempt() + 1, State.RESERVING, 0, 0);
        requireAll(1, rows.countAttempt(locked.id()));
        rows.begin(locked.id(), attempt);
        return attempt;
    }

    /** The provider is about to be charged with the price less this discount. */
    public void charge(Order locked, long discountCents) {
        requireAll(1, rows.charge(locked.id(), discountCents));
    }

    /**
     * coupon-service refused the coupon to one call. Another call of the same attempt may be on its way there and find the
     * coupon free by then, so coupon-service is told that this attempt has ended.
     */
    public void refused(Order locked) {
        CouponUse coupon = locked.coupon();
        if (coupon != null && coupon.state() == State.RESERVING) {
            free(List.of(locked));
        }
    }

    /** The provider declined one charge; when none is open any more, the coupon is free. */
    public void declined(Order locked, CouponUse coupon) {
        requireAll(1, rows.chargeDeclined(locked.id()));
        if (coupon.openCharges() == 1) {
            free(List.of(locked));
        }
    }

    /** The order is paid with its coupon. */
    public void use(Order locked, CouponUse coupon) {
        requireAll(1, rows.use(locked.id()));
        outbox.settled(List.of(new CouponSettled(
                coupon.couponId(), locked.id(), coupon.attempt(), Outcome.USED, coupon.discountCents())));
    }

    /** The orders do without the coupons that they may have reserved; those that have none are left alone. */
    public void free(List<Order> locked) {
        List<Order> pending = locked.stream()
                .filter(order -> order.coupon() != null && order.coupon().isPending())
                .toList();
        if (pending.isEmpty()) {
            return;
        }
        requireAll(pending.size(), rows.free(pending.stream().map(Order::id).toList()));
        outbox.settled(pending.stream().map(OrderCoupons::freed).toList());
    }

    private static void requireAll(int locked, int updatedRows) {
        if (updatedRows != locked) {
            throw new IllegalStateException(
                    updatedRows + " of " + locked + " coupons took a step although their orders were locked");
        }
    }

    @SuppressWarnings("NullAway") // only of orders that have one
    private static CouponSettled freed(Order order) {
        CouponUse coupon = order.coupon();
        return new CouponSettled(coupon.couponId(), order.id(), coupon.attempt(), Outcome.FREED, 0);
    }
}
