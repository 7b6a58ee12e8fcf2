package io.flashsale.gateway.soldout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sales of which the gateway knows that nothing is left, and for whom that is the whole truth.
 *
 * <p>Guarantee: {@link #hasNothingFor} is true only if, at some moment within the last second, nothing remained and the
 * user held nothing. The proof: while a sale's generation stays the same and nothing remains, nobody can become a
 * holder; so the holders read between two looks at one generation stay complete until the generation changes. It does
 * not say that a unit will not come back within that second; whoever is refused then would have been too late by as
 * much.
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

    /** Whether this user can get nothing of the sale; false whenever that is not certain. */
    public boolean hasNothingFor(long saleId, long userId) {
        if (watched.isEmpty()) {
            return false;
        }
        WatchedSale sale = watched.get(saleId);
        return sale != null && sale.hasNothingFor(userId, properties.maxAge());
    }

    /** Begins to watch a sale that stock-service has just called sold out. */
    public void watch(long saleId) {
        if (!watched.containsKey(saleId) && watched.size() < properties.maxSales()) {
            watched.computeIfAbsent(saleId, id -> new WatchedSale(id, clock));
        }
    }

    /** Asks Redis about each sale that is watched; when it does not answer, nothing is known of any. */
    void refreshAll() {
        Duration forgetAfter = properties.forgetAfter();
        watched.values().removeIf(sale -> sale.forgotten(forgetAfter));
        try {
            watched.values().forEach(sale -> sale.refresh(states));
            failing = false;
        } catch (RuntimeException redisIsAway) {
            watched.values().forEach(WatchedSale::forget);
            if (!failing) {
                log.warn("sold-out sales cannot be watched, requests go to stock-service: {}", redisIsAway.toString());
            }
            failing = true;
        }
    }

    int count() {
        return watched.size();
    }
}
