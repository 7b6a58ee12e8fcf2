package io.flashsale.benchmark.model;

import java.util.Comparator;
import java.util.stream.Stream;

/**
 * What so many clicks a second need, each part on machines of its own whose processors are as fast as those that were measured.
 *
 * @param perSecond clicks
 */
record Plan(Demands demands, Crowd crowd, double perSecond) {

    /** How busy a processor may be on average: queues grow without bound towards 1, and crowds do not come evenly. */
    static final double BUSY = 0.6;

    /** Processors that a part needs. */
    double processors(Part part) {
        double micros = Stream.of(Click.values())
                .mapToDouble(click -> crowd.share(click) * demands.of(click, part))
                .sum();
        return perSecond * micros / 1e6 / BUSY;
    }

    /** The share of a cell's limit that is needed; more than 1 takes several cells. */
    double shareOfCell(Part part) {
        return processors(part) / part.processorsOfCell();
    }

    /** Which part reaches its limit first. */
    Part bottleneck() {
        return Stream.of(Part.values())
                .max(Comparator.comparingDouble(this::shareOfCell))
                .orElseThrow();
    }

    /** So many, if the clicks are spread over sales in each of them. */
    int cells() {
        return Math.max(1, (int) Math.ceil(shareOfCell(bottleneck())));
    }

    /**
     * What share of the rate at which one sale can be placed it would need, if all clicks were for that sale: its orders are placed
     * one batch after the other, under one lock and by one row.
     *
     * @param placedPerSecond what one sale was measured to take
     */
    double shareOfOneSale(double placedPerSecond) {
        return perSecond * crowd.share(Click.PLACED) / placedPerSecond;
    }
}
