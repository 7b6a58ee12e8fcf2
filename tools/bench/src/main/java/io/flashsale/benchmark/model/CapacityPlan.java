package io.flashsale.benchmark.model;

import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The machines for this many clicks per second. Each part has its own, with processors as fast as the measured
 * ones.
 */
record CapacityPlan(Demands demands, ClickMix mix, double perSecond) {

    /** The average utilisation of a processor: queues grow without bound towards 1, and crowds come unevenly. */
    static final double BUSY = 0.6;

    /** Processors that a part needs. */
    double processors(Part part) {
        double micros = Stream.of(Click.values())
                .mapToDouble(click -> mix.share(click) * demands.of(click, part))
                .sum();
        return perSecond * micros / 1e6 / BUSY;
    }

    /** The used share of a cell's limit; more than 1 requires several cells. */
    double shareOfCell(Part part) {
        return processors(part) / part.processorsOfCell();
    }

    /** The part that reaches its limit first. */
    Part bottleneck() {
        return Stream.of(Part.values())
                .max(Comparator.comparingDouble(this::shareOfCell))
                .orElseThrow();
    }

    /** The number of cells, if the clicks are spread over sales in each of them. */
    int cells() {
        return Math.max(1, (int) Math.ceil(shareOfCell(bottleneck())));
    }

    /**
     * The share of one sale's maximum placing rate that is needed if all clicks go to that sale. One sale's orders
     * are placed batch after batch, under one lock and with one row.
     */
    double shareOfOneSale(double placedPerSecond) {
        return perSecond * mix.share(Click.PLACED) / placedPerSecond;
    }
}
