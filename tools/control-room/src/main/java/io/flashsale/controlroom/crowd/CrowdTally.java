package io.flashsale.controlroom.crowd;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** Sums up what the people, or the scripts, of a crowd did, and the responses. Thread-safe. */
final class CrowdTally {

    private final int shoppers;
    private final LongAdder clicks = new LongAdder();
    private final LongAdder units = new LongAdder();
    private final LongAdder paid = new LongAdder();
    private final ConcurrentMap<String, Long> refusals = new ConcurrentHashMap<>();

    CrowdTally(int shoppers) {
        this.shoppers = shoppers;
    }

    /**
     * @param clicks requests to enter, for a ticket, and to buy
     * @param units that they got
     * @param paid units that they paid for
     * @param refusals refused clicks by the name of the reason
     */
    record View(int shoppers, long clicks, long units, long paid, Map<String, Long> refusals) {}

    void clicked(ShopAnswer answer) {
        clicks.increment();
        if (answer.kind() != ShopAnswer.Kind.ACCEPTED) {
            refusals.merge(answer.name(), 1L, Long::sum);
        }
    }

    void gotUnit() {
        units.increment();
    }

    void paid() {
        paid.increment();
    }

    long clicks() {
        return clicks.sum();
    }

    View view() {
        return new View(shoppers, clicks.sum(), units.sum(), paid.sum(), new TreeMap<>(refusals));
    }
}
