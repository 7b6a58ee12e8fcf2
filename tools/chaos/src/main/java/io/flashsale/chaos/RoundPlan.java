package io.flashsale.chaos;

import io.flashsale.chaos.nemesis.FaultPlan;
import io.flashsale.chaos.nemesis.ProviderConduct;
import io.flashsale.chaos.shopper.RoundWorkload;

/**
 * Everything about a round that is decided before it begins. It depends only on the options and the round's
 * number.
 *
 * @param buckets of each sale
 */
record RoundPlan(int number, int buckets, FaultPlan faults, ProviderConduct provider, RoundWorkload workload) {

    /** Spreads neighbouring numbers, because generators with neighbouring seeds begin alike. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    static RoundPlan of(ChaosOptions options, int number) {
        long seed = (options.seed() * SPREAD + number) * SPREAD;
        long millis = options.seconds() * 1_000L;
        return new RoundPlan(
                number,
                options.buckets(),
                FaultPlan.of(seed, options.topology(), options.instances(), millis),
                ProviderConduct.of(seed),
                RoundWorkload.of(~seed, options.shoppers(), millis));
    }

    /** What goes wrong. */
    String text() {
        return faults + "; " + provider;
    }
}
