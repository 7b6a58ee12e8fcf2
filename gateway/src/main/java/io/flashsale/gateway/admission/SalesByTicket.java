package io.flashsale.gateway.admission;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The sales of which stock-service said within the last second that nobody buys there without a ticket.
 *
 * <p>So clicks without one keep no lane from who has one. It does not say who holds a unit already, or that the sale has ended:
 * whoever asks without a ticket hears of these at most a second later.
 */
final class SalesByTicket {

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    /** More than are open at a time; of others nothing is known here. */
    private static final int MAX_SALES = 1_000;

    private final ConcurrentMap<Long, Instant> saidAt = new ConcurrentHashMap<>();
    private final InstantSource clock;

    SalesByTicket(InstantSource clock) {
        this.clock = clock;
    }

    /** stock-service has just said so. */
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
