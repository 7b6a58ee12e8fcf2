package io.flashsale.gateway.soldout;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * One sale that was sold out at the last request for it. Readers see an immutable {@link Snapshot}; one task
 * confirms it, another creates it.
 */
final class WatchedSale {

    /** Reading the holders of a large sale costs Redis much. */
    private static final Duration MIN_SNAPSHOT_INTERVAL = Duration.ofSeconds(1);

    /**
     * The complete holders for these epochs and these counts of late holders, one for each bucket.
     *
     * @param holders sorted
     * @param offered who may have what remains
     * @param confirmedAt when Redis was last asked and confirmed that nothing remains for others and the list is complete
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Snapshot(
            List<String> epochs,
            List<Long> late,
            long[] holders,
            Set<Long> offered,
            Instant confirmedAt,
            Instant closesAt) {

        Snapshot confirmed(SaleState state, Set<Long> nowOffered, Instant at) {
            return new Snapshot(epochs, late, holders, nowOffered, at, state.closesAt());
        }

        Snapshot notConfirmed() {
            return new Snapshot(epochs, late, holders, offered, Instant.MIN, closesAt);
        }

        Snapshot with(int bucket, long[] lateHolders) {
            long[] all = LongStream.concat(LongStream.of(holders), LongStream.of(lateHolders))
                    .sorted()
                    .distinct()
                    .toArray();
            List<Long> counts = new ArrayList<>(late);
            counts.set(bucket, late.get(bucket) + lateHolders.length);
            return new Snapshot(epochs, List.copyOf(counts), all, offered, confirmedAt, closesAt);
        }
    }

    private final long id;
    private final InstantSource clock;
    private final AtomicReference<@Nullable Snapshot> snapshot = new AtomicReference<>();
    private volatile Instant lastAsked;
    private volatile boolean soldOut;
    private Instant lastRead = Instant.MIN;

    WatchedSale(long id, InstantSource clock) {
        this.id = id;
        this.clock = clock;
        this.lastAsked = clock.instant();
    }

    /** Whether the user certainly holds nothing and nothing is left; false if that is unknown. */
    boolean hasNothingFor(long userId, Duration maxAge) {
        Instant now = clock.instant();
        if (now.isAfter(lastAsked.plusSeconds(1))) {
            lastAsked = now; // not at every request, because all cores write here
        }
        Snapshot known = snapshot.get();
        return known != null
                && now.minus(maxAge).isBefore(known.confirmedAt)
                && now.isBefore(known.closesAt)
                && !known.offered.contains(userId)
                && Arrays.binarySearch(known.holders, userId) < 0;
    }

    boolean forgotten(Duration after) {
        return clock.instant().isAfter(lastAsked.plus(after));
    }

    /** Takes in the state that Redis reports, and reads the holders that are new since. */
    void refresh(SaleState state, Instant askedAt, SaleStates states) {
        soldOut = state.soldOut();
        Snapshot known = snapshot.get();
        if (known == null) {
            return;
        }
        Snapshot next = null;
        if (known.epochs.equals(state.epochs())) {
            Optional<Set<Long>> offered = offered(state, states);
            next = offered.isPresent() ? completed(known, state, offered.get(), askedAt, states) : known.notConfirmed();
        }
        snapshot.compareAndSet(known, next);
    }

    /** The only shoppers for whom something is left; empty if something may be left for any of them. */
    private Optional<Set<Long>> offered(SaleState state, SaleStates states) {
        if (state.soldOut()) {
            return Optional.of(Set.of());
        }
        return state.trusted() && state.epochs().size() == 1
                ? states.offered(id, state.epochs().getFirst())
                : Optional.empty();
    }

    private @Nullable Snapshot completed(
            Snapshot known, SaleState state, Set<Long> offered, Instant askedAt, SaleStates states) {
        Snapshot complete = known;
        for (int bucket = 0; bucket < known.late.size(); bucket++) {
            long before = known.late.get(bucket);
            // Of those with offers some may have used theirs since the state was read, and be listed no more.
            if (before != state.late().get(bucket) || !state.soldOut()) {
                // This may return more holders than the state counts: shoppers who became one after it.
                Optional<long[]> late = states.lateHolders(id, bucket, known.epochs.get(bucket), before);
                if (late.isEmpty()) {
                    return null;
                }
                complete = complete.with(bucket, late.get());
            }
        }
        return complete.confirmed(state, offered, askedAt);
    }

    /** Reads the holders if the sale is sold out and they are unknown. */
    void readHolders(SaleStates states) {
        Instant now = clock.instant();
        if (!soldOut || snapshot.get() != null || now.isBefore(lastRead.plus(MIN_SNAPSHOT_INTERVAL))) {
            return;
        }
        lastRead = now;
        Optional<SaleState> before = state(states).filter(SaleState::soldOut);
        if (before.isEmpty()) {
            return;
        }
        long[] holders = states.holders(id);
        List<String> epochs = before.get().epochs();
        // A shopper who becomes a holder meanwhile is a late one, and the next poll finds them. But the gate must not
        // have been rebuilt.
        boolean stood = state(states)
                .filter(after -> after.trusted() && after.epochs().equals(epochs))
                .isPresent();
        if (stood) {
            SaleState state = before.get();
            snapshot.set(new Snapshot(epochs, state.late(), holders, Set.of(), now, state.closesAt()));
        }
    }

    private Optional<SaleState> state(SaleStates states) {
        return Optional.ofNullable(states.states(Set.of(id)).get(id));
    }
}
