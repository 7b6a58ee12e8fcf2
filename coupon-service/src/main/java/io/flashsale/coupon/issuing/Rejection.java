package io.flashsale.coupon.issuing;

import io.flashsale.admission.StockGates.Hold;
import io.flashsale.contracts.coupon.CouponClaimed;

/** A claim that did not become a coupon, for ever. */
record Rejection(CouponClaimed claim, Reason reason) {

    enum Reason {
        /**
         * MySQL had no coupon left: Redis had promised one too many. It is not given back there; so the surplus goes.
         */
        NONE_LEFT,
        /** The shopper has as many as the template allows. */
        LIMIT_REACHED,
        /** There is no such template. */
        UNKNOWN_TEMPLATE,
        /** The id is that of another claim. It has no row of its own, as the key is taken: see log and metric. */
        ID_TAKEN
    }

    /** What has to end in Redis. */
    Hold hold() {
        boolean unitIsLeft = reason == Reason.LIMIT_REACHED || reason == Reason.ID_TAKEN;
        return new Hold(claim.userId(), claim.couponId(), unitIsLeft);
    }
}
