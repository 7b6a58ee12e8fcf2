package io.flashsale.client.sale;

import io.flashsale.client.entry.EntryMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale as a shopper sees it.
 *
 * @param remaining units that can be bought; a few tenths of a second old
 * @param entry how shoppers get to buy; null where the shop does not say, so that everybody may
 * @param serverTime the time of this answer, to which the caller can set a clock
 */
public record Sale(
        long id,
        Product product,
        long initialStock,
        long remaining,
        Instant opensAt,
        Instant closesAt,
        CampaignState state,
        @Nullable Entry entry,
        Instant serverTime) {

    /** @param difficulty the most hashes that a shopper computes before entering; 0 for none */
    public record Entry(EntryMode mode, long difficulty) {}

    public EntryMode entryMode() {
        return entry == null ? EntryMode.OPEN : entry.mode();
    }

    /** The most hashes that a shopper computes before entering; 0 for none. */
    public long entryDifficulty() {
        return entry == null ? 0 : entry.difficulty();
    }
}
