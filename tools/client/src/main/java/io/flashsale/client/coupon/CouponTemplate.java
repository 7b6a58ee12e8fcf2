package io.flashsale.client.coupon;

import io.flashsale.client.sale.CampaignState;

/** A kind of coupon that shoppers claim. */
public record CouponTemplate(long id, String title, CampaignState state) {}
