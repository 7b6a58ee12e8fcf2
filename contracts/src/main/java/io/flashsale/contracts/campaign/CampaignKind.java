package io.flashsale.contracts.campaign;

/** The kinds of campaigns, as the names of their keys in Redis call them. */
public final class CampaignKind {

    /** Made by stock-service, one a sale. */
    public static final String SALE = "sale";

    /** Made by coupon-service, one a coupon template. */
    public static final String COUPON = "coupon";

    private CampaignKind() {}
}
