package io.flashsale.contracts.coupon;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/**
 * Internal interface of coupon-service: reserves a coupon for an order. Idempotent by order and attempt: a repeated
 * call returns the first outcome. A caller without an answer repeats the call, or sends {@link CouponSettled}.
 */
@HttpExchange("/internal/coupons")
public interface CouponRedemption {

    /**
     * Reserves the coupon for the order.
     * <ul>
     *   <li>404 {@code coupon-not-found} if the user has no such coupon;
     *   <li>409 {@code coupon-in-use} with {@code orderId} if another order holds it or was paid with it;
     *   <li>409 {@code coupon-not-usable} with {@code reason} otherwise.
     * </ul>
     */
    @PostExchange("/{couponId}/reservations")
    CouponReserved reserve(@PathVariable long couponId, @RequestBody ReserveCoupon command);
}
