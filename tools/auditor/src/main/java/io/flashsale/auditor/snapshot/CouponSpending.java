package io.flashsale.auditor.snapshot;

/** An order's use of a coupon in order-service's database, with the status of the order. */
public record CouponSpending(long orderId, long couponId, int attempt, String state, OrderStatus status) {}
