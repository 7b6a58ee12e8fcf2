package io.flashsale.client.sale;

import io.flashsale.client.entry.EntryMode;
import java.time.Instant;
import java.util.List;
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
 * @param initialStock null if the variants have it
 * @param purchaseLimit units that one shopper may have at a time, of all variants together; by default one
 * @param variants of the product; by default there are none
 */
public record NewSale(
        @Nullable Long productId,
        String title,
        long priceCents,
        @Nullable Long listPriceCents,
        @Nullable Long initialStock,
        @Nullable Instant opensAt,
        @Nullable Instant closesAt,
        @Nullable Entry entry,
        @Nullable Integer buckets,
        @Nullable Integer purchaseLimit,
        @Nullable List<Variant> variants) {

    /** A size or colour, at the price of the sale. */
    public record Variant(String name, long initialStock) {}

    /** A sale without variants. */
    public NewSale(
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
        this(
                productId,
                title,
                priceCents,
                listPriceCents,
                initialStock,
                opensAt,
                closesAt,
                entry,
                buckets,
                purchaseLimit,
                null);
    }

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
        return with(initialStock, new Entry(mode, null, null), buckets, purchaseLimit, variants);
    }

    /** The same sale with its stock in this many buckets. */
    public NewSale inBuckets(int count) {
        return with(initialStock, entry, count, purchaseLimit, variants);
    }

    /** The same sale with so many units for each shopper. */
    public NewSale limitedTo(int units) {
        return with(initialStock, entry, buckets, units, variants);
    }

    /** The same sale of these variants, if there are any, which share its stock evenly, without what is left over. */
    public NewSale of(List<String> names) {
        if (names.isEmpty() || initialStock == null) {
            return this;
        }
        long each = initialStock / names.size();
        return with(
                null,
                entry,
                buckets,
                purchaseLimit,
                names.stream().map(name -> new Variant(name, each)).toList());
    }

    private NewSale with(
            @Nullable Long stock,
            @Nullable Entry way,
            @Nullable Integer parts,
            @Nullable Integer limit,
            @Nullable List<Variant> choices) {
        return new NewSale(
                productId, title, priceCents, listPriceCents, stock, opensAt, closesAt, way, parts, limit, choices);
    }

    /** A sale of a new product that opens at once and lasts a day. */
    public static NewSale openNow(String title, long priceCents, long initialStock) {
        return new NewSale(null, title, priceCents, null, initialStock, null, null, null, null, null);
    }
}
