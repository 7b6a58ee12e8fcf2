package io.flashsale.client.sale;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale to be made.
 *
 * @param productId without it a new product is made, which is called like the sale
 * @param listPriceCents without it the same as the price
 * @param opensAt without it now
 * @param closesAt without it a day later
 */
public record NewSale(
        @Nullable Long productId,
        String title,
        long priceCents,
        @Nullable Long listPriceCents,
        long initialStock,
        @Nullable Instant opensAt,
        @Nullable Instant closesAt) {

    /** A sale of a new product that opens at once and lasts a day. */
    public static NewSale openNow(String title, long priceCents, long initialStock) {
        return new NewSale(null, title, priceCents, null, initialStock, null, null);
    }
}
