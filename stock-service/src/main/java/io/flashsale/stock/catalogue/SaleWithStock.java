package io.flashsale.stock.catalogue;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.entry.sale.EntrySale;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sale with its product and its stock, as MySQL has them.
 *
 * @param available units left in MySQL; units reserved but not yet placed are still in it
 * @param totalStock units put on offer: the initial ones and those added since, less those taken away unsold
 * @param entryMode see {@link SaleEntry}, also for {@code entryRate} and {@code entryDifficulty}
 * @param buckets of its stock; the units above are those of all of them
 * @param purchaseLimit units that one shopper may have at a time; does not change after the opening
 * @param calledOff whether all its orders end, as order-service has said
 * @param waitingList whether its waiting list is open: units are only for those to whom they are offered
 * @param familyId the first of the sales that are variants of each other, of which this is one; else null
 * @param variant the name of this variant; null if it is none
 * @param family ids of all variants in ascending order, this one too, separated by spaces; null if it is none
 */
public record SaleWithStock(
        long id,
        long productId,
        String productName,
        String productDescription,
        String imageUrl,
        String title,
        long priceCents,
        long listPriceCents,
        Instant opensAt,
        Instant closesAt,
        long revision,
        long initialStock,
        long totalStock,
        long available,
        EntryMode entryMode,
        int entryRate,
        int entryDifficulty,
        int buckets,
        int purchaseLimit,
        boolean calledOff,
        boolean waitingList,
        @Nullable Long familyId,
        @Nullable String variant,
        @Nullable String family)
        implements EntrySale {

    /**
     * A row of {@code stock}: what one bucket of a sale has.
     *
     * @param totalStock units put on offer in this bucket; may be negative, if units that came from others were taken
     *     away
     * @param moved units that came from other buckets, less those that went there
     */
    public record Bucket(long saleId, int bucket, long initialStock, long totalStock, long available, long moved) {

        /** The same after units were taken away. */
        Bucket less(long units) {
            return new Bucket(saleId, bucket, initialStock, totalStock - units, available - units, moved);
        }

        long gate() {
            return Buckets.gate(saleId, bucket);
        }
    }

    public record WithBucket(SaleWithStock sale, Bucket bucket) {}

    Bucket onlyBucket() {
        return new Bucket(id, 0, initialStock, totalStock, available, 0);
    }

    /** What the sale promises a shopper who reserves now. */
    public SaleTerms terms() {
        return new SaleTerms(SaleTerms.title(title, variant), imageUrl, priceCents);
    }

    /** The ids of the sales that its limit is for: its own, or those of all variants. */
    public List<Long> underOneLimit() {
        return family == null ? List.of(id) : variants();
    }

    /** The ids of all variants, in ascending order; empty if this is none. */
    List<Long> variants() {
        return family == null
                ? List.of()
                : Stream.of(family.split(" ")).map(Long::valueOf).toList();
    }

    /** The same sale with the units of these buckets, which must be all of them. */
    SaleWithStock with(List<Bucket> all) {
        return new SaleWithStock(
                id,
                productId,
                productName,
                productDescription,
                imageUrl,
                title,
                priceCents,
                listPriceCents,
                opensAt,
                closesAt,
                revision,
                all.stream().mapToLong(Bucket::initialStock).sum(),
                all.stream().mapToLong(Bucket::totalStock).sum(),
                all.stream().mapToLong(Bucket::available).sum(),
                entryMode,
                entryRate,
                entryDifficulty,
                buckets,
                purchaseLimit,
                calledOff,
                waitingList,
                familyId,
                variant,
                family);
    }

    /** What the gate in Redis must know of this sale with one bucket. */
    public Campaign campaign(JsonMapper json) {
        return campaign(id, totalStock, json);
    }

    /** What the gate in Redis must know of this bucket of the sale. */
    public Campaign campaign(Bucket bucket, JsonMapper json) {
        return campaign(bucket.gate(), bucket.totalStock(), json);
    }

    /** Nobody gets into a sale that was called off, like one for whose units shoppers wait without an offer. */
    private Campaign campaign(long gate, long total, JsonMapper json) {
        return new Campaign(
                gate,
                revision,
                opensAt,
                closesAt,
                total,
                json.writeValueAsString(terms()),
                purchaseLimit,
                entryMode.asksForTickets(),
                buckets,
                waitingList || calledOff,
                variants().stream().filter(variant -> variant != id).toList());
    }
}
