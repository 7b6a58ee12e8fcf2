package io.flashsale.commons.tracing;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Chooses clicks at random, and never more than so many a second: a crowd must not be slower because somebody watches it. Nor more
 * than so many an hour, each of which gives back its share of them: what is known of the chosen is kept for a day, and must not
 * fill what it is kept in.
 */
final class Sampling {

    private static final long NANOS = 1_000_000_000L;

    private static final long HOUR = 3_600 * NANOS;

    /** How many of one second are counted: below this the second, above it the number. */
    private static final int SECOND_BITS = 40;

    private static final long SECOND_MASK = (1L << SECOND_BITS) - 1;

    private final double share;
    private final long maxPerSecond;
    private final long maxPerHour;
    private final LongSupplier nanos;
    private final AtomicLong chosen = new AtomicLong();

    /** Up to this time all of the hour's clicks are used. */
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

    /** An hour's worth is there at first, and comes back evenly. */
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
            return false; // without a write, which the processors of a crowd would take from one another
        }
        long now = chosen.updateAndGet(before ->
                (before & SECOND_MASK) == second ? before + (1L << SECOND_BITS) : second | (1L << SECOND_BITS));
        return (now >>> SECOND_BITS) <= maxPerSecond;
    }
}
