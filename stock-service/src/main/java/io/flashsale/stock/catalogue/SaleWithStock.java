package io.flashsale.stock.catalogue;

import io.flashsale.admission.Campaign;
import io.flashsale.contracts.reservation.SaleTerms;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sale with its product and its stock, as MySQL has them.
 *
 * @param available units left in MySQL; units reserved but not yet placed are still in it
 * @param totalStock units ever put on offer
 * @param entryMode how one gets to buy
 * @param entryRate places of the waiting room that are served a second, at most
 * @param entryDifficulty hashes that a browser computes at most before it may enter, before rules raise them; 0 for none
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
        int entryDifficulty) {

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

    /** What the gate in Redis must know of this sale. */
    public Campaign campaign(JsonMapper json) {
        return new Campaign(
                id,
                revision,
                opensAt(),
                closesAt(),
                totalStock,
                json.writeValueAsString(terms()),
                1,
                entryMode.asksForTickets());
    }
}
