package io.flashsale.gateway.admission;

import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.gateway.routing.CampaignPath;

/** Claims of coupons. */
record CouponClaims(AdmissionLanes<Line> lanes) implements AdmissionTarget {

    private static final CampaignPath PATH = CampaignPath.of("/api/coupons/{id}/claims");

    @Override
    public CampaignPath path() {
        return PATH;
    }
}
