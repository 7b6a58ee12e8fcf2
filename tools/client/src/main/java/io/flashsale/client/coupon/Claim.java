package io.flashsale.client.coupon;

/** @param couponId of the coupon that will be issued */
public record Claim(long couponId) {}
