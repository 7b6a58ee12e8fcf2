package io.flashsale.coupon.issuing;

import io.flashsale.admission.AdmissionGates.Hold;
import io.flashsale.contracts.coupon.CouponClaimed;

/** A claim that did not become a coupon, for ever. */
record Rejection(CouponClaimed claim, Reason reason) {

    enum Reason {
        /** MySQL had no coupon left: Redis had promised one too many. It is not given back there; so the surplus goes. */
        NONE_LEFT,
        /** The shopper has as many as the template allows. */
        LIMIT_REACHED,
        /** There is no such template. */
        UNKNOWN_TEMPLATE
    }

    /** What has to end in Redis. */
    Hold hold() {
        return new Hold(claim.userId(), claim.couponId(), reason == Reason.LIMIT_REACHED);
    }
}
