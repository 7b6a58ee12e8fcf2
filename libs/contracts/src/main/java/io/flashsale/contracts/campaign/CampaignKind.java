package io.flashsale.contracts.campaign;

/** The kinds of campaigns, as in the names of their Redis keys. */
public final class CampaignKind {

    /** Sales, run by stock-service. */
    public static final String SALE = "sale";

    /** Coupon templates, run by coupon-service. */
    public static final String COUPON = "coupon";

    private CampaignKind() {}
}
