package io.flashsale.client.sale;

import io.flashsale.client.entry.EntryMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale to be created.
 *
 * @param productId its product; by default a new one, with the sale's title as its name
 * @param listPriceCents the price before the sale; by default the same price
 * @param opensAt by default now
 * @param closesAt by default a day later
 * @param entry how shoppers get to buy; by default everybody may buy at once
 * @param buckets of its stock; by default one
 * @param purchaseLimit units that one shopper may have at a time; by default one
 */
public record NewSale(
        @Nullable Long productId,
        String title,
        long priceCents,
        @Nullable Long listPriceCents,
        long initialStock,
        @Nullable Instant opensAt,
        @Nullable Instant closesAt,
        @Nullable Entry entry,
        @Nullable Integer buckets,
        @Nullable Integer purchaseLimit) {

    /**
     * @param rate the most turns a second; by default the shop's own value
     * @param difficulty the most hashes that a shopper computes before entering; by default none
     */
    public record Entry(
            EntryMode mode,
            @Nullable Integer rate,
            @Nullable Integer difficulty) {}

    /** The same sale with this mode of entry. */
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
                buckets,
                purchaseLimit);
    }

    /** The same sale with its stock in this many buckets. */
    public NewSale inBuckets(int count) {
        return new NewSale(
                productId,
                title,
                priceCents,
                listPriceCents,
                initialStock,
                opensAt,
                closesAt,
                entry,
                count,
                purchaseLimit);
    }

    /** The same sale with so many units for each shopper. */
    public NewSale limitedTo(int units) {
        return new NewSale(
                productId, title, priceCents, listPriceCents, initialStock, opensAt, closesAt, entry, buckets, units);
    }

    /** A sale of a new product that opens at once and lasts a day. */
    public static NewSale openNow(String title, long priceCents, long initialStock) {
        return new NewSale(null, title, priceCents, null, initialStock, null, null, null, null, null);
    }
}
