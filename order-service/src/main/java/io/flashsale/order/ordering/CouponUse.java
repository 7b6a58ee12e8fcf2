package io.flashsale.order.ordering;

/**
 * The state of an order's payment with a coupon.
 *
 * @param attempt counts the order's attempts, from 1; each names one reservation of a coupon
 * @param discountCents what it takes off the price; 0 while unknown
 * @param openCharges charges at the payment provider without a clear answer
 */
public record CouponUse(long couponId, int attempt, State state, long discountCents, int openCharges) {

    public enum State {
        /** coupon-service was asked for it and may not have answered yet. */
        RESERVING,
        /** It is reserved, and the payment provider was asked for the rest: the amount is fixed. */
        CHARGING,
        /** The order is paid with it. */
        USED,
        /** The order no longer holds it. */
        FREED
    }

    /** Whether it may be reserved for the order. */
    public boolean isPending() {
        return state == State.RESERVING || state == State.CHARGING;
    }

    /** Whether it reduces the order's price. */
    public boolean counts() {
        return state == State.CHARGING || state == State.USED;
    }
}
