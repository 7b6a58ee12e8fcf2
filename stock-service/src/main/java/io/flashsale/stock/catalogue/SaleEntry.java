package io.flashsale.stock.catalogue;

import io.flashsale.entry.sale.EntryMode;
import java.util.Optional;

/**
 * The way shoppers get to buy in a sale, as an admin has set it.
 *
 * @param rate places of the waiting room that are served a second, at most
 * @param difficulty hashes that a shopper's browser computes at most before it may enter, before rules raise them; 0
 *     for none
 */
public record SaleEntry(EntryMode mode, int rate, int difficulty) {

    static final int DEFAULT_RATE = 100;
    static final int MAX_RATE = 10_000;
    static final int MAX_DIFFICULTY = 10_000_000;

    static final SaleEntry OPEN = new SaleEntry(EntryMode.OPEN, DEFAULT_RATE, 0);

    /** The fault of this setting, as a sentence for the admin. */
    Optional<String> fault() {
        if (rate < 1 || rate > MAX_RATE) {
            return Optional.of("entry.rate must be 1 to " + MAX_RATE + ".");
        }
        return difficulty < 0 || difficulty > MAX_DIFFICULTY
                ? Optional.of("entry.difficulty must be 0 to " + MAX_DIFFICULTY + ".")
                : Optional.empty();
    }
}
