package io.flashsale.coupon.issuing;

import io.flashsale.admission.StockGates.Hold;
import io.flashsale.contracts.coupon.CouponClaimed;

/** A claim that will never become a coupon. */
record Rejection(CouponClaimed claim, Reason reason) {

    enum Reason {
        /**
         * MySQL had no coupon left, because Redis had admitted one claim too many. Redis does not offer the unit
         * again, so that the surplus disappears.
         */
        NONE_LEFT,
        /** The shopper has as many coupons as the template allows. */
        LIMIT_REACHED,
        /** There is no such template. */
        UNKNOWN_TEMPLATE,
        /** Another claim has the id, so no row is stored for this claim: see log and metric. */
        ID_TAKEN
    }

    /** What has to end in Redis. */
    Hold hold() {
        boolean unitIsLeft = reason == Reason.LIMIT_REACHED || reason == Reason.ID_TAKEN;
        return new Hold(claim.userId(), claim.couponId(), unitIsLeft);
    }
}
