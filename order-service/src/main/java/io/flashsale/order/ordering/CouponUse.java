package io.flashsale.order.ordering;

/**
 * How far an order has come in being paid with a coupon.
 *
 * @param attempt counts the order's attempts, from 1; each names one reservation of a coupon
 * @param discountCents what it takes off the price; 0 while that is not known
 * @param openCharges charges at the payment provider that have not been declined
 */
public record CouponUse(long couponId, int attempt, State state, long discountCents, int openCharges) {

    public enum State {
        /** coupon-service is asked for it, or was and has not answered. */
        RESERVING,
        /** It is reserved, and the payment provider was asked for the rest: the amount is fixed. */
        CHARGING,
        /** The order is paid with it. */
        USED,
        /** It is free again, as far as this order is concerned. */
        FREED
    }

    /** Whether it may be reserved for the order. */
    public boolean isPending() {
        return state == State.RESERVING || state == State.CHARGING;
    }

    /** Whether the order's price is less because of it. */
    public boolean counts() {
        return state == State.CHARGING || state == State.USED;
    }
}
