package io.flashsale.gateway.soldout;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which sales are sold out, and for which users nothing is left there.
 *
 * <p>Guarantees: {@link #hasNothingFor} is true only if, at some moment within the last second, nothing remained
 * and the user held nothing. Proof: nothing remained when the holders were read. So every later holder got a unit
 * that came back, and Redis counts and lists these. While that count stays the same, the list of holders is
 * complete; when it grows, the new holders are read.
 *
 * <p>Does not guarantee that no unit comes back within that second. A shopper who is refused then would have been
 * up to a second too late.
 */
public class SoldOutSales {

    private static final Logger log = LoggerFactory.getLogger(SoldOutSales.class);

    private final ConcurrentMap<Long, WatchedSale> watched = new ConcurrentHashMap<>();
    private final SaleStates states;
    private final SoldOutProperties properties;
    private final InstantSource clock;
    private boolean failing;

    SoldOutSales(SaleStates states, SoldOutProperties properties, InstantSource clock) {
        this.states = states;
        this.properties = properties;
        this.clock = clock;
    }

    /** Whether this user certainly gets nothing in the sale; false if that is not certain. */
    public boolean hasNothingFor(long saleId, long userId) {
        if (watched.isEmpty()) {
            return false;
        }
        WatchedSale sale = watched.get(saleId);
        return sale != null && sale.hasNothingFor(userId, properties.maxAge());
    }

    /** Starts to watch a sale that stock-service has just called sold out. */
    public void watch(long saleId) {
        if (!watched.containsKey(saleId) && watched.size() < properties.maxSales()) {
            watched.computeIfAbsent(saleId, id -> new WatchedSale(id, clock));
        }
    }

    /**
     * Asks Redis whether the knowledge of the watched sales still holds. If Redis does not answer, the knowledge
     * merely expires.
     */
    void refreshAll() {
        Duration forgetAfter = properties.forgetAfter();
        watched.values().removeIf(sale -> sale.forgotten(forgetAfter));
        try {
            Instant askedAt = clock.instant();
            Map<Long, SaleState> present = states.states(watched.keySet());
            eachByItself(sale -> {
                SaleState state = present.get(sale.id());
                if (state != null) {
                    sale.refresh(state, askedAt, states);
                }
            });
            failing = false;
        } catch (RuntimeException redisIsAway) {
            if (!failing) {
                log.warn("sold-out sales cannot be watched, requests go to stock-service: {}", redisIsAway.toString());
            }
            failing = true;
        }
    }

    /** Reads the holders of sales for which they are unknown. This takes long if there are many. */
    void readHolders() {
        eachByItself(sale -> sale.readHolders(states));
    }

    /**
     * Handles each sale separately, so that a failure does not stop the others. Throws the first failure at the
     * end.
     */
    private void eachByItself(Consumer<WatchedSale> work) {
        RuntimeException first = null;
        for (WatchedSale sale : watched.values()) {
            try {
                work.accept(sale);
            } catch (RuntimeException fault) {
                first = first == null ? fault : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    int count() {
        return watched.size();
    }
}
