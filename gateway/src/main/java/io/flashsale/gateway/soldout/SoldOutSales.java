package io.flashsale.gateway.soldout;

import io.flashsale.commons.batching.BatchParts;
import io.flashsale.commons.problem.OutageLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.LoggerFactory;

/**
 * Knows which sales are sold out, and for which users nothing is left there.
 *
 * <p>Guarantees: {@link #hasNothingFor} is true only if, at some moment within the last second, nothing remained, or
 * only units that are offered to other users, and the user held nothing. Proof: nothing remained when the holders were
 * read. So every later holder got a unit that came back, and Redis counts and lists these. While that count stays the
 * same, the list of holders is complete; when it grows, the new holders are read.
 *
 * <p>Does not guarantee that no unit comes back within that second. A shopper who is refused then would have been
 * up to a second too late.
 */
public class SoldOutSales {

    /** How often Redis is asked about the watched sales; five times within the life of an answer. */
    static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** The maximum age of an answer of Redis. Without a newer one, requests go to stock-service. */
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    /** A sale that nobody asks for in this time is no longer watched. */
    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);

    /** Sales that are watched, more than sell at the same time; requests for others are forwarded. */
    static final int MAX_SALES = 100;

    private final ConcurrentMap<Long, WatchedSale> watched = new ConcurrentHashMap<>();
    private final SaleStates states;
    private final InstantSource clock;
    private final OutageLog outage = new OutageLog(
            LoggerFactory.getLogger(SoldOutSales.class),
            "sold-out sales cannot be watched, requests go to stock-service");

    SoldOutSales(SaleStates states, InstantSource clock) {
        this.states = states;
        this.clock = clock;
    }

    /** Whether this user certainly gets nothing in the sale; false if that is not certain. */
    public boolean hasNothingFor(long saleId, long userId) {
        WatchedSale sale = watched.get(saleId);
        return sale != null && sale.hasNothingFor(userId, MAX_AGE);
    }

    /** Starts to watch a sale that stock-service has just called sold out. */
    public void watch(long saleId) {
        if (!watched.containsKey(saleId) && watched.size() < MAX_SALES) {
            watched.computeIfAbsent(saleId, id -> new WatchedSale(id, clock));
        }
    }

    /**
     * Asks Redis whether the knowledge of the watched sales still holds. If Redis does not answer, the knowledge
     * merely expires.
     */
    void refreshAll() {
        watched.values().removeIf(sale -> sale.forgotten(FORGET_AFTER));
        try {
            Instant askedAt = clock.instant();
            Map<Long, SaleState> present = states.states(watched.keySet());
            BatchParts.doAll(watched, (id, sale) -> {
                SaleState state = present.get(id);
                if (state != null) {
                    sale.refresh(state, askedAt, states);
                }
            });
        } catch (RuntimeException redisIsAway) {
            outage.warn(redisIsAway.toString());
        }
    }

    /** Reads the holders of sales for which they are unknown. This takes long if there are many. */
    void readHolders() {
        BatchParts.doAll(watched, (id, sale) -> sale.readHolders(states));
    }

    int count() {
        return watched.size();
    }
}
