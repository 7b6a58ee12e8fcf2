package io.flashsale.coupon.redemption;

/** The status of a coupon, as its row says. */
enum CouponStatus {
    UNUSED,
    /** Reserved for one order that is about to be paid. */
    RESERVED,
    /** One order was paid with it. */
    USED
}
