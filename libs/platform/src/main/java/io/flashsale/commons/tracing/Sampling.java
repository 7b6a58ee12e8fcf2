package io.flashsale.commons.tracing;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Selects clicks at random, within a limit for each second and one for each hour.
 *
 * <p>The first limit keeps a crowd from being slowed down by its observation. The second protects the store, which
 * keeps clicks for a day. Used-up places of the hour return evenly.
 */
final class Sampling {

    private static final long NANOS = 1_000_000_000L;

    private static final long HOUR = 3_600 * NANOS;

    /** The low bits of {@link #chosen} hold the second, the bits above how many were selected in it. */
    private static final int SECOND_BITS = 40;

    private static final long SECOND_MASK = (1L << SECOND_BITS) - 1;

    private final double share;
    private final long maxPerSecond;
    private final long maxPerHour;
    private final LongSupplier nanos;
    private final AtomicLong chosen = new AtomicLong();

    /** The hour's clicks are used up until this time. */
    private final AtomicLong usedUntil;

    Sampling(double share, int maxPerSecond, int maxPerHour, LongSupplier nanos) {
        this.share = share;
        this.maxPerSecond = maxPerSecond;
        this.maxPerHour = maxPerHour;
        this.nanos = nanos;
        this.usedUntil = new AtomicLong(nanos.getAsLong() - HOUR);
    }

    boolean chooses() {
        return share > 0
                && (share == 1 || ThreadLocalRandom.current().nextDouble() < share)
                && isAmongTheFirst()
                && isWithinTheHour();
    }

    /** A whole hour's places are available at the start, and return evenly. */
    private boolean isWithinTheHour() {
        if (maxPerHour == 0) {
            return false;
        }
        long now = nanos.getAsLong();
        while (true) {
            long before = usedUntil.get();
            long from = now - before > HOUR ? now - HOUR : before;
            long after = from + HOUR / maxPerHour;
            if (after - now > 0) {
                return false;
            }
            if (usedUntil.compareAndSet(before, after)) {
                return true;
            }
        }
    }

    private boolean isAmongTheFirst() {
        long second = Math.floorDiv(nanos.getAsLong(), NANOS) & SECOND_MASK;
        long seen = chosen.get();
        if ((seen & SECOND_MASK) == second && (seen >>> SECOND_BITS) >= maxPerSecond) {
            return false; // without a write, for which the processors would compete in a crowd
        }
        long now = chosen.updateAndGet(before ->
                (before & SECOND_MASK) == second ? before + (1L << SECOND_BITS) : second | (1L << SECOND_BITS));
        return (now >>> SECOND_BITS) <= maxPerSecond;
    }
}
