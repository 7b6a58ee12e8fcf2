package io.flashsale.client.coupon;

/**
 * An accepted claim.
 *
 * @param couponId of the coupon that will be issued
 */
public record Claim(long couponId) {}
