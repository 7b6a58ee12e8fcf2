package io.flashsale.client.sale;

import java.time.Instant;

/**
 * A sale as a shopper sees it.
 *
 * @param remaining units that can be bought; a few tenths of a second old
 * @param serverTime when this was so, for a clock of one's own
 */
public record Sale(
        long id,
        String title,
        Product product,
        long priceCents,
        long listPriceCents,
        long initialStock,
        long remaining,
        Instant opensAt,
        Instant closesAt,
        CampaignState state,
        Instant serverTime) {}
