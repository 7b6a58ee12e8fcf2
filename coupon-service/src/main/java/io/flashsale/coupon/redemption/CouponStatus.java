package io.flashsale.coupon.redemption;

/** Where a coupon stands, as its row says. */
enum CouponStatus {
    UNUSED,
    /** Kept for one order that is about to be paid. */
    RESERVED,
    /** One order was paid with it. */
    USED
}
