package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * The coupon is kept for the order until a {@link CouponSettled} says what became of it.
 *
 * @param discountCents what the coupon takes off the price: 1 cent to the whole price
 */
public record CouponReserved(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        long discountCents) {}
