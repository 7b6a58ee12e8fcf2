package io.flashsale.stock.warmup;

import io.flashsale.admission.OutboxRelay;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.stock.warmup.PlacementQueue.UnknownProgressException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Waits until every reservation that was made before a fence is an order (or a rejection) in MySQL. */
@Component
class Drain {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    /**
     * How long a request that was admitted just before the fence may still be on its way to Kafka. Only needed when
     * Redis was lost and with it the outbox, which else would tell; a request that takes longer still ends as an order,
     * but its unit is missing in the rebuilt gate's count until the reconciliation has seen it.
     */
    private static final Duration REQUESTS_IN_FLIGHT = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final OutboxRelay relay;
    private final PlacementQueue queue;

    Drain(OutboxRelay relay, PlacementQueue queue) {
        this.relay = relay;
        this.queue = queue;
    }

    /**
     * @param fenced sales that were fenced just now
     * @param patience after which the wait is given up
     * @return whether all is in MySQL; false when the patience ended or Kafka could not be asked
     */
    boolean await(Collection<Long> fenced, Duration patience) throws InterruptedException {
        Instant fence = Instant.now();
        Instant end = fence.plus(patience);
        Thread.sleep(REQUESTS_IN_FLIGHT);
        try {
            while (fenced.stream().anyMatch(sale -> relay.holdsOlderThan(since(fence), sale))) {
                if (!pauseUntil(end)) {
                    log.warn("the outbox is not empty yet: {} entries", relay.outboxLength());
                    return false;
                }
            }
            var mark = queue.mark(StockReserved.TOPIC);
            while (!queue.hasPassed(StockReserved.PLACEMENT_GROUP, mark)) {
                if (!pauseUntil(end)) {
                    log.warn("placement has not dealt with all reservations yet");
                    return false;
                }
            }
            return true;
        } catch (UnknownProgressException unknown) {
            log.warn("cannot tell whether all reservations are placed: {}", unknown.getMessage());
            return false;
        }
    }

    private static Duration since(Instant fence) {
        return Duration.between(fence, Instant.now());
    }

    private static boolean pauseUntil(Instant end) throws InterruptedException {
        Thread.sleep(PAUSE);
        return Instant.now().isBefore(end);
    }
}
