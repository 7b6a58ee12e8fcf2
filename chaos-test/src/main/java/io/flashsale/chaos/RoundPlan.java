package io.flashsale.chaos;

import io.flashsale.chaos.nemesis.FaultPlan;
import io.flashsale.chaos.shopper.Crowd;

/**
 * All that is decided about a round before it begins; it depends on the options and the round's number, and on nothing else.
 *
 * @param buckets of each sale
 */
record RoundPlan(int number, int buckets, FaultPlan faults, Crowd crowd) {

    /** Neighbours in, strangers out: the generators of neighbouring seeds begin alike. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Of sales with one bucket each. */
    RoundPlan(int number, FaultPlan faults, Crowd crowd) {
        this(number, 1, faults, crowd);
    }

    static RoundPlan of(Options options, int number) {
        long seed = (options.seed() * SPREAD + number) * SPREAD;
        long millis = options.length().toMillis();
        return new RoundPlan(
                number,
                options.buckets(),
                FaultPlan.of(seed, options.topology(), options.instances(), millis),
                Crowd.of(~seed, options.shoppers(), millis));
    }
}
