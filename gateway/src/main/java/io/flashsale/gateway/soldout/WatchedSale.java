package io.flashsale.gateway.soldout;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sale that was sold out when somebody last asked. Readers see one immutable {@link Snapshot}; only the watcher
 * writes it.
 */
final class WatchedSale {

    /** Reading the holders of a big sale is not cheap for Redis. */
    private static final Duration MIN_SNAPSHOT_INTERVAL = Duration.ofSeconds(1);

    /**
     * Under this state, these and no others hold a unit.
     *
     * @param holders sorted
     * @param confirmedAt when Redis was asked, for the last time, whether the state lasts
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Snapshot(SaleState state, long[] holders, Instant confirmedAt) {}

    private final long id;
    private final InstantSource clock;
    private volatile @Nullable Snapshot snapshot;
    private volatile Instant lastAsked;
    private Instant lastSnapshot = Instant.MIN;

    WatchedSale(long id, InstantSource clock) {
        this.id = id;
        this.clock = clock;
        this.lastAsked = clock.instant();
    }

    /** Whether it is certain that the user holds nothing and nothing is left; false when that is not known. */
    boolean hasNothingFor(long userId, Duration maxAge) {
        Instant now = clock.instant();
        if (now.isAfter(lastAsked.plusSeconds(1))) {
            lastAsked = now; // not at every request: all cores write here
        }
        Snapshot known = snapshot;
        return known != null
                && now.isBefore(known.confirmedAt.plus(maxAge))
                && now.isBefore(known.state.closesAt())
                && Arrays.binarySearch(known.holders, userId) < 0;
    }

    boolean forgotten(Duration after) {
        return clock.instant().isAfter(lastAsked.plus(after));
    }

    /** Asks Redis. Nothing that was known survives a change. */
    void refresh(SaleStates states) {
        snapshot = find(states, snapshot);
    }

    /** From now on nothing is known of the sale. */
    void forget() {
        snapshot = null;
    }

    private @Nullable Snapshot find(SaleStates states, @Nullable Snapshot before) {
        Instant askedAt = clock.instant();
        Optional<SaleState> state = states.state(id);
        if (state.isEmpty() || !state.get().soldOut()) {
            return null;
        }
        if (before != null) {
            // However long ago that was: the generation tells that nothing has happened since.
            return state.get().continues(before.state) ? new Snapshot(before.state, before.holders, askedAt) : null;
        }
        if (askedAt.isBefore(lastSnapshot.plus(MIN_SNAPSHOT_INTERVAL))) {
            return null;
        }
        lastSnapshot = askedAt;
        return snapshot(states, state.get(), askedAt);
    }

    /** The holders, read between two looks at the same state: then they are complete. */
    private @Nullable Snapshot snapshot(SaleStates states, SaleState before, Instant askedAt) {
        long[] holders = states.holders(id);
        Optional<SaleState> after = states.state(id);
        if (after.isEmpty() || !after.get().continues(before) || holders.length != before.holders()) {
            return null;
        }
        Arrays.sort(holders);
        return new Snapshot(before, holders, askedAt);
    }
}
