package io.flashsale.admission.spring;

import java.time.Instant;

/** What a shopper may expect of a campaign at a moment. */
public enum CampaignState {
    UPCOMING,
    OPEN,
    SOLD_OUT,
    ENDED;

    /**
     * @param opensAt from then on
     * @param closesAt from then on not any more
     * @param remaining units that can be had
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
