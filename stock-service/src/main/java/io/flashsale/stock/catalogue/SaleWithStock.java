package io.flashsale.stock.catalogue;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.contracts.reservation.SaleTerms;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sale with its product and its stock, as MySQL has them.
 *
 * @param available units left in MySQL; units reserved but not yet placed are still in it
 * @param totalStock units ever put on offer
 * @param entryMode how one gets to buy
 * @param entryRate places of the waiting room that are served a second, at most
 * @param entryDifficulty hashes that a browser computes at most before it may enter, before rules raise them; 0 for none
 * @param buckets in which its stock is; the units above are those of all of them
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
        LocalDateTime opensAtUtc,
        LocalDateTime closesAtUtc,
        long revision,
        long initialStock,
        long totalStock,
        long available,
        EntryMode entryMode,
        int entryRate,
        int entryDifficulty,
        int buckets) {

    /**
     * A row of {@code stock}: what one bucket of a sale has.
     *
     * @param totalStock units ever put on offer in this bucket
     * @param moved units that came from other buckets, less those that went there
     */
    public record Bucket(long saleId, int bucket, long initialStock, long totalStock, long available, long moved) {}

    /** One of its buckets, and the sale that it is of. */
    public record WithBucket(SaleWithStock sale, Bucket bucket) {}

    /** All that a sale which has one bucket has. */
    Bucket onlyBucket() {
        return new Bucket(id, 0, initialStock, totalStock, available, 0);
    }

    public Instant opensAt() {
        return opensAtUtc.toInstant(ZoneOffset.UTC);
    }

    public Instant closesAt() {
        return closesAtUtc.toInstant(ZoneOffset.UTC);
    }

    /** What a shopper is promised who reserves now. */
    public SaleTerms terms() {
        return new SaleTerms(title, imageUrl, priceCents);
    }

    /** The same with what these buckets have, which are all. */
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
                opensAtUtc,
                closesAtUtc,
                revision,
                all.stream().mapToLong(Bucket::initialStock).sum(),
                all.stream().mapToLong(Bucket::totalStock).sum(),
                all.stream().mapToLong(Bucket::available).sum(),
                entryMode,
                entryRate,
                entryDifficulty,
                buckets);
    }

    /** What the gate in Redis must know of this sale, which has one bucket. */
    public Campaign campaign(JsonMapper json) {
        return campaign(id, totalStock, json);
    }

    /** What the gate in Redis must know of this bucket of the sale. */
    public Campaign campaign(Bucket bucket, JsonMapper json) {
        return campaign(Buckets.gate(id, bucket.bucket()), bucket.totalStock(), json);
    }

    private Campaign campaign(long gate, long total, JsonMapper json) {
        return new Campaign(
                gate,
                revision,
                opensAt(),
                closesAt(),
                total,
                json.writeValueAsString(terms()),
                1,
                entryMode.asksForTickets(),
                buckets);
    }
}
