package io.flashsale.gateway.soldout;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Sales in one common state, as Redis would report it (see {@link SaleStatesContract}). */
final class FakeSaleStates implements SaleStates {

    final AtomicInteger snapshots = new AtomicInteger();
    final Set<Long> holders = new TreeSet<>();
    final List<Long> lateHolders = new ArrayList<>();

    /** Sales whose Redis does not answer. */
    final Set<Long> silent = new HashSet<>();

    /** Sales whose late holders cannot be read. */
    final Set<Long> late = new HashSet<>();

    /** Who has an offer; empty while nobody waits. */
    Optional<Set<Long>> offered = Optional.empty();

    String epoch = "epoch";
    long remaining;
    boolean trustworthy = true;
    boolean away;
    Instant closesAt = Instant.MAX;

    /** Runs while the offers are read, before the first of them. */
    Runnable whileOffersAreRead = () -> {};

    /** Runs while the holders are read, after the first of them. */
    Runnable inBetween = () -> {};

    @Override
    public Map<Long, SaleState> states(Set<Long> saleIds) {
        failIfAway();
        SaleState state =
                new SaleState(trustworthy, remaining, List.of(epoch), List.of((long) lateHolders.size()), closesAt);
        return saleIds.stream().filter(sale -> !silent.contains(sale)).collect(toMap(identity(), _ -> state));
    }

    @Override
    public long[] holders(long saleId) {
        failIfAway();
        snapshots.incrementAndGet();
        long[] found = holders.stream().mapToLong(Long::longValue).toArray();
        inBetween.run();
        return found;
    }

    @Override
    public Optional<long[]> lateHolders(long saleId, int bucket, String ofEpoch, long known) {
        failIfAway();
        if (late.contains(saleId)) {
            throw new IllegalStateException("late holders of " + saleId + " cannot be read");
        }
        return ofEpoch.equals(epoch) && known <= lateHolders.size()
                ? Optional.of(lateHolders.stream()
                        .skip(known)
                        .mapToLong(Long::longValue)
                        .toArray())
                : Optional.empty();
    }

    @Override
    public Optional<Set<Long>> offered(long saleId, String ofEpoch) {
        failIfAway();
        whileOffersAreRead.run();
        return ofEpoch.equals(epoch) ? offered : Optional.empty();
    }

    /** A unit comes back and another user takes it at once, so nothing remains, as before. */
    void passesTo(long from, long to) {
        holders.remove(from);
        holders.add(to);
        lateHolders.add(to);
    }

    private void failIfAway() {
        if (away) {
            throw new IllegalStateException("Redis is away");
        }
    }
}
