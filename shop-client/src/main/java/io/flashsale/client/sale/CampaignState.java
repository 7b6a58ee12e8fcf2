package io.flashsale.client.sale;

/** Where a sale or a coupon template stands. */
public enum CampaignState {
    UPCOMING,
    OPEN,
    SOLD_OUT,
    ENDED
}
