package io.flashsale.contracts.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * The coupon is reserved for the order until a {@link CouponSettled} settles it.
 *
 * @param discountCents what the coupon takes off: 1 cent to the whole price
 */
public record CouponReserved(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long couponId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        long discountCents) {}
