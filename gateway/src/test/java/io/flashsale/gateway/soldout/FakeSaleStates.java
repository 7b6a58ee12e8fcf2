package io.flashsale.gateway.soldout;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** One sale, as Redis would tell of it. */
final class FakeSaleStates implements SaleStates {

    final AtomicInteger snapshots = new AtomicInteger();
    final Set<Long> holders = new TreeSet<>();
    long remaining;
    long returned;
    boolean trustworthy = true;
    boolean away;
    Instant closesAt = Instant.MAX;

    /** Happens between the two looks of a snapshot. */
    Runnable inBetween = () -> {};

    @Override
    public Optional<SaleState> state(long saleId) {
        failIfAway();
        return Optional.of(new SaleState(remaining == 0 && trustworthy, "epoch/" + returned, holders.size(), closesAt));
    }

    @Override
    public long[] holders(long saleId) {
        failIfAway();
        snapshots.incrementAndGet();
        long[] found = holders.stream().mapToLong(Long::longValue).toArray();
        inBetween.run();
        return found;
    }

    /** A unit comes back, and another user takes it at once: nothing remains, as before. */
    void passesTo(long from, long to) {
        holders.remove(from);
        holders.add(to);
        returned++;
    }

    private void failIfAway() {
        if (away) {
            throw new IllegalStateException("Redis is away");
        }
    }
}
