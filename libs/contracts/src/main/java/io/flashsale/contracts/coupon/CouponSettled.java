package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * Fact: the outcome of an order for which a coupon was, or may have been, reserved.
 *
 * <p>Sent at least once on {@link #TOPIC}, keyed by coupon; applying it twice must equal applying it once. Messages
 * may overtake each other, so {@code attempt} tells which reservation is meant.
 *
 * @param attempt which of the order's attempts to pay with a coupon, as in {@link ReserveCoupon}
 * @param discountCents what the coupon took off the price, if it was used; otherwise 0
 */
public record CouponSettled(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        int attempt,
        Outcome outcome,
        long discountCents) {

    public static final String TOPIC = "coupon-settlements";

    public static final String DEAD_LETTER_TOPIC = "coupon-settlements.dead-letter";

    /** The consumer group of coupon-service. */
    public static final String GROUP = "coupon-settlement";

    public enum Outcome {
        /** The order was paid with the coupon, which is used up. */
        USED,
        /**
         * The order closed, was paid without the coupon, or the payment was declined: the coupon is free again. So it is
         * if the order was paid with it, and an administrator gave the money back.
         */
        FREED
    }
}
