package io.flashsale.client.coupon;

/**
 * A claim that was accepted.
 *
 * @param couponId of the coupon that will come of it
 */
public record Claim(long couponId) {}
