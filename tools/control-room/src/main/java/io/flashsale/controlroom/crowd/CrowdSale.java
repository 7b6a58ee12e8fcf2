package io.flashsale.controlroom.crowd;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.Sale;
import java.time.Duration;

/**
 * What a crowd has to know of its sale.
 *
 * @param difficulty maximum number of hashes per account before entry; 0 for none
 * @param untilOpening zero once it has opened
 */
record CrowdSale(long id, EntryMode mode, long difficulty, Duration untilOpening) {

    static CrowdSale of(Sale sale) {
        Duration untilOpening = Duration.between(sale.serverTime(), sale.opensAt());
        return new CrowdSale(
                sale.id(),
                sale.entryMode(),
                sale.entryDifficulty(),
                untilOpening.isNegative() ? Duration.ZERO : untilOpening);
    }
}
