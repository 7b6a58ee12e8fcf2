package io.flashsale.client.sale;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.client.entry.EntryMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale to be made.
 *
 * @param productId without it a new product is made, which is called like the sale
 * @param listPriceCents without it the same as the price
 * @param opensAt without it now
 * @param closesAt without it a day later
 * @param entry without it everybody may buy at once
 * @param buckets in which its stock is; without it one
 */
public record NewSale(
        @Nullable Long productId,
        String title,
        long priceCents,
        @Nullable Long listPriceCents,
        long initialStock,
        @Nullable Instant opensAt,
        @Nullable Instant closesAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Entry entry,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer buckets) {

    /**
     * How one gets to buy.
     *
     * @param rate turns a second, at most; without it what the shop takes by default
     * @param difficulty hashes that a shopper computes before entering, at most; without it none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Entry(
            EntryMode mode,
            @Nullable Integer rate,
            @Nullable Integer difficulty) {}

    /** A sale whose stock is in one bucket. */
    public NewSale(
            @Nullable Long productId,
            String title,
            long priceCents,
            @Nullable Long listPriceCents,
            long initialStock,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt,
            @Nullable Entry entry) {
        this(productId, title, priceCents, listPriceCents, initialStock, opensAt, closesAt, entry, null);
    }

    /** A sale in which everybody may buy at once. */
    public NewSale(
            @Nullable Long productId,
            String title,
            long priceCents,
            @Nullable Long listPriceCents,
            long initialStock,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt) {
        this(productId, title, priceCents, listPriceCents, initialStock, opensAt, closesAt, null, null);
    }

    /** The same sale, entered in this mode. */
    public NewSale entered(EntryMode mode) {
        return new NewSale(
                productId,
                title,
                priceCents,
                listPriceCents,
                initialStock,
                opensAt,
                closesAt,
                new Entry(mode, null, null),
                buckets);
    }

    /** The same sale, with its stock in so many buckets. */
    public NewSale inBuckets(int count) {
        return new NewSale(productId, title, priceCents, listPriceCents, initialStock, opensAt, closesAt, entry, count);
    }

    /** A sale of a new product that opens at once and lasts a day. */
    public static NewSale openNow(String title, long priceCents, long initialStock) {
        return new NewSale(null, title, priceCents, null, initialStock, null, null);
    }
}
