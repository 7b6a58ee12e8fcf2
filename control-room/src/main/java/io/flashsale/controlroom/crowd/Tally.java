package io.flashsale.controlroom.crowd;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the people, or the scripts, of a crowd did, and the responses to them, all together. For use by many threads. */
final class Tally {

    private final int shoppers;
    private final LongAdder clicks = new LongAdder();
    private final LongAdder units = new LongAdder();
    private final LongAdder paid = new LongAdder();
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    Tally(int shoppers) {
        this.shoppers = shoppers;
    }

    /**
     * How it stands.
     *
     * @param clicks wishes to enter, for a ticket, and to buy
     * @param units that they got
     * @param paid units that they paid
     * @param refusals clicks that were refused, by the name of the reason
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
