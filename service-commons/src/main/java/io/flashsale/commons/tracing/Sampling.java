package io.flashsale.commons.tracing;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Chooses clicks at random, and never more than so many a second: a crowd must not be slower because somebody watches it. */
final class Sampling {

    private static final long NANOS = 1_000_000_000L;

    /** How many of one second are counted: below this the second, above it the number. */
    private static final int SECOND_BITS = 40;

    private static final long SECOND_MASK = (1L << SECOND_BITS) - 1;

    private final double share;
    private final long maxPerSecond;
    private final LongSupplier nanos;
    private final AtomicLong chosen = new AtomicLong();

    Sampling(double share, int maxPerSecond, LongSupplier nanos) {
        this.share = share;
        this.maxPerSecond = maxPerSecond;
        this.nanos = nanos;
    }

    boolean chooses() {
        return share > 0 && (share == 1 || ThreadLocalRandom.current().nextDouble() < share) && isAmongTheFirst();
    }

    private boolean isAmongTheFirst() {
        long second = Math.floorDiv(nanos.getAsLong(), NANOS) & SECOND_MASK;
        long seen = chosen.get();
        if ((seen & SECOND_MASK) == second && (seen >>> SECOND_BITS) >= maxPerSecond) {
            return false; // without a write, which the processors of a crowd would take from one another
        }
        long now = chosen.updateAndGet(before ->
                (before & SECOND_MASK) == second ? before + (1L << SECOND_BITS) : second | (1L << SECOND_BITS));
        return (now >>> SECOND_BITS) <= maxPerSecond;
    }
}
