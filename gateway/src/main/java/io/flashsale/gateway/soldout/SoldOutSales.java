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
 * The sales of which the gateway knows that nothing is left, and for whom that is the whole truth.
 *
 * <p>Guarantee: {@link #hasNothingFor} is true only if, at some moment within the last second, nothing remained and the
 * user held nothing. The proof: nothing remained when the holders were read, so whoever became a holder since then got a
 * unit that had come back, and Redis counts and lists these. As long as the count stays, the holders that were read are
 * complete; when it grows, the new ones are read. It does not say that a unit will not come back within that second;
 * whoever is refused then would have been too late by as much.
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

    /**
     * Asks Redis whether what is known of the watched sales still holds. Where it does not answer nothing is lost, but what
     * is known becomes too old.
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

    /** Reads the holders of sales of which they are not known. That takes long where there are many. */
    void readHolders() {
        eachByItself(sale -> sale.readHolders(states));
    }

    /** A sale that fails keeps none of the others back; the first failure is thrown when all have had their turn. */
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
