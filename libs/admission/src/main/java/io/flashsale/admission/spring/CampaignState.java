package io.flashsale.admission.spring;

import java.time.Instant;

/** The state of a campaign at a moment, as shoppers see it. */
public enum CampaignState {
    UPCOMING,
    OPEN,
    SOLD_OUT,
    ENDED;

    /**
     * @param opensAt the first moment of the sale
     * @param closesAt the first moment after it
     * @param remaining units that are left
     */
    public static CampaignState at(Instant now, Instant opensAt, Instant closesAt, long remaining) {
        if (!now.isBefore(closesAt)) {
            return ENDED;
        }
        if (now.isBefore(opensAt)) {
            return UPCOMING;
        }
        return remaining > 0 ? OPEN : SOLD_OUT;
    }
}
