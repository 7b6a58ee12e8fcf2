package io.flashsale.contracts.coupon;

/** Why a coupon cannot be used for an order: the {@code reason} of problem {@code coupon-not-usable}. */
public enum CouponRefusal {
    /** Its validity has not begun. */
    NOT_YET_VALID,
    EXPIRED,
    /** The order's price is below the coupon's threshold. */
    BELOW_THRESHOLD,
    /** It is for other sales or products. */
    OTHER_SALE,
    /** The discount would be zero. */
    NO_DISCOUNT,
    /** The attempt to pay that asked for it has already ended. */
    ATTEMPT_ENDED
}
