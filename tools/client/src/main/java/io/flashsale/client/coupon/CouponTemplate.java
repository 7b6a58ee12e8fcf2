package io.flashsale.client.coupon;

import io.flashsale.client.sale.CampaignState;
import java.time.Instant;

/**
 * A kind of coupon that shoppers claim.
 *
 * @param quantity the number of coupons in all
 * @param perPerson the most coupons of one shopper
 */
public record CouponTemplate(
        long id,
        String title,
        long quantity,
        long remaining,
        int perPerson,
        Instant opensAt,
        Instant closesAt,
        CampaignState state,
        Instant serverTime) {}
