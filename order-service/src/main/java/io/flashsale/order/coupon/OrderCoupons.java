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
 * Takes an order through the steps of a payment with a coupon. The caller holds the lock on the order. Each step
 * writes its message to coupon-service into the outbox in the same transaction. So each coupon that may have been
 * reserved is settled in the end: used if its order was paid with it, else free.
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
     * Begins an attempt to pay with the coupon, or continues the current one. An attempt with another coupon ends
     * if it was not charged yet.
     *
     * @param locked awaits payment and has no open charge with another coupon
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

    /** Notes that the provider is about to charge the price less this discount. */
    public void charge(Order locked, long discountCents) {
        requireAll(1, rows.charge(locked.id(), discountCents));
    }

    /**
     * Ends the attempt after coupon-service has refused the coupon to one call. Another call of the same attempt
     * may still be in flight and find the coupon free. So coupon-service is told that this attempt has ended.
     */
    public void refused(Order locked) {
        CouponUse coupon = locked.coupon();
        if (coupon != null && coupon.state() == State.RESERVING) {
            free(List.of(locked));
        }
    }

    /** Notes a declined charge. When no charge is open any more, and none waits for the shopper, the coupon is free. */
    public void declined(Order locked, CouponUse coupon) {
        requireAll(1, rows.endCharge(locked.id(), false));
        if (coupon.openCharges() == 1 && !rows.isWaiting(locked.id())) {
            free(List.of(locked));
        }
    }

    /** Notes that a charge took nothing, but that the shopper may still confirm it. The coupon stays reserved. */
    public void toBeConfirmed(Order locked) {
        requireAll(1, rows.endCharge(locked.id(), true));
    }

    /** Marks the coupon as used: the order is paid with it. */
    public void use(Order locked, CouponUse coupon) {
        requireAll(1, rows.use(locked.id()));
        outbox.settled(List.of(new CouponSettled(
                coupon.couponId(), locked.id(), coupon.attempt(), Outcome.USED, coupon.discountCents())));
    }

    /** Frees the coupons that the orders may have reserved. Orders without a coupon are left alone. */
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

    /** Gives the coupons back that the orders were paid with, as their sale is undone. */
    public void giveBack(List<Order> locked) {
        List<Order> used = locked.stream()
                .filter(order -> order.couponState() == State.USED)
                .toList();
        if (used.isEmpty()) {
            return;
        }
        requireAll(used.size(), rows.giveBack(used.stream().map(Order::id).toList()));
        outbox.settled(used.stream().map(OrderCoupons::freed).toList());
    }

    private static void requireAll(int locked, int updatedRows) {
        if (updatedRows != locked) {
            throw new IllegalStateException(
                    updatedRows + " of " + locked + " coupons took a step although their orders were locked");
        }
    }

    @SuppressWarnings("NullAway") // called only for orders that have a coupon
    private static CouponSettled freed(Order order) {
        CouponUse coupon = order.coupon();
        return new CouponSettled(coupon.couponId(), order.id(), coupon.attempt(), Outcome.FREED, 0);
    }
}
