package io.flashsale.controlroom.crowd;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Sums up what the people, or the scripts, of a crowd did, and the responses. Thread-safe. */
final class CrowdTally {

    private final int shoppers;
    private final LongAdder clicks = new LongAdder();
    private final LongAdder units = new LongAdder();
    private final LongAdder paid = new LongAdder();
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    CrowdTally(int shoppers) {
        this.shoppers = shoppers;
    }

    /**
     * The current sums.
     *
     * @param clicks requests to enter, for a ticket, and to buy
     * @param units that they got
     * @param paid units that they paid for
     * @param refusals refused clicks by the name of the reason
     */
    record View(int shoppers, long clicks, long units, long paid, Map<String, Long> refusals) {}

    void clicked(ShopAnswer answer) {
        clicks.increment();
        if (answer.kind() != ShopAnswer.Kind.ACCEPTED) {
            refusals.computeIfAbsent(answer.name(), name -> new LongAdder()).increment();
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
        Map<String, Long> counts = new TreeMap<>();
        refusals.forEach((name, count) -> counts.put(name, count.sum()));
        return new View(shoppers, clicks.sum(), units.sum(), paid.sum(), counts);
    }
}
