package io.flashsale.client.sale;

/** The state of a sale or a coupon template. */
public enum CampaignState {
    UPCOMING,
    OPEN,
    SOLD_OUT,
    ENDED
}
