package io.flashsale.contracts.coupon;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/**
 * Internal interface of coupon-service: keeping a coupon for an order. Idempotent by order and attempt: repeating a call
 * answers the first outcome again. A caller that got no answer repeats the call, or sends {@link CouponSettled}.
 */
@HttpExchange("/internal/coupons")
public interface CouponRedemption {

    /**
     * Keeps the coupon for the order. 404 {@code coupon-not-found} when the user has no such coupon; 409 {@code
     * coupon-in-use} with {@code orderId} when another order holds it or was paid with it; 409 {@code coupon-not-usable}
     * with {@code reason} otherwise.
     */
    @PostExchange("/{couponId}/reservations")
    CouponReserved reserve(@PathVariable long couponId, @RequestBody ReserveCoupon command);
}
