package io.flashsale.auditor.snapshot;

/** An order's use of a coupon, as order-service's database has it, and how the order stands. */
public record CouponSpending(long orderId, long couponId, int attempt, String state, OrderStatus status) {}
