package io.flashsale.gateway.admission;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers the sales that, as stock-service said within the last second, require a ticket.
 *
 * <p>So clicks without a ticket take no lane from those with one. It does not know whether a shopper already holds
 * a unit, or that the sale has ended: a shopper without a ticket learns that at most a second later.
 */
final class SalesByTicket {

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    /** More than are open at a time; nothing is known here of further ones. */
    private static final int MAX_SALES = 1_000;

    private final ConcurrentMap<Long, Instant> saidAt = new ConcurrentHashMap<>();
    private final InstantSource clock;

    SalesByTicket(InstantSource clock) {
        this.clock = clock;
    }

    /** Notes that stock-service has just said so. */
    void learn(long saleId) {
        Instant now = clock.instant();
        if (saidAt.size() >= MAX_SALES) {
            Instant old = now.minus(GOOD_FOR);
            saidAt.values().removeIf(at -> at.isBefore(old));
        }
        if (saidAt.size() < MAX_SALES || saidAt.containsKey(saleId)) {
            saidAt.put(saleId, now);
        }
    }

    boolean has(long saleId) {
        Instant at = saidAt.get(saleId);
        return at != null && clock.instant().isBefore(at.plus(GOOD_FOR));
    }
}
