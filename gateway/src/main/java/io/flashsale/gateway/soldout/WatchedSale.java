package io.flashsale.gateway.soldout;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sale that was sold out when somebody last asked. Readers see one immutable {@link Finding}; only the watcher
 * writes it.
 */
final class WatchedSale {

    /** Reading the holders of a big sale is not cheap for Redis. */
    private static final Duration BETWEEN_SNAPSHOTS = Duration.ofSeconds(1);

    /**
     * Under this state, these and no others hold a unit.
     *
     * @param holders sorted
     * @param confirmedAt when Redis was asked, for the last time, whether the state lasts
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Finding(SaleState state, long[] holders, Instant confirmedAt) {}

    private final long id;
    private final InstantSource clock;
    private volatile @Nullable Finding finding;
    private volatile Instant lastAsked;
    private Instant lastSnapshot = Instant.MIN;

    WatchedSale(long id, InstantSource clock) {
        this.id = id;
        this.clock = clock;
        this.lastAsked = clock.instant();
    }

    /** Whether it is certain that the user holds nothing and nothing is left; false when that is not known. */
    boolean hasNothingFor(long userId, Duration trustFor) {
        Instant now = clock.instant();
        if (now.isAfter(lastAsked.plusSeconds(1))) {
            lastAsked = now; // not at every request: all cores write here
        }
        Finding known = finding;
        return known != null
                && now.isBefore(known.confirmedAt.plus(trustFor))
                && now.isBefore(known.state.closesAt())
                && Arrays.binarySearch(known.holders, userId) < 0;
    }

    boolean forgotten(Duration after) {
        return clock.instant().isAfter(lastAsked.plus(after));
    }

    /** Asks Redis. Nothing that was known survives a change. */
    void look(SaleStates states) {
        finding = find(states, finding);
    }

    /** From now on nothing is known of the sale. */
    void forget() {
        finding = null;
    }

    private @Nullable Finding find(SaleStates states, @Nullable Finding before) {
        Instant askedAt = clock.instant();
        Optional<SaleState> state = states.state(id);
        if (state.isEmpty() || !state.get().soldOut()) {
            return null;
        }
        if (before != null) {
            // However long ago that was: the generation tells that nothing has happened since.
            return state.get().continues(before.state) ? new Finding(before.state, before.holders, askedAt) : null;
        }
        if (askedAt.isBefore(lastSnapshot.plus(BETWEEN_SNAPSHOTS))) {
            return null;
        }
        lastSnapshot = askedAt;
        return snapshot(states, state.get(), askedAt);
    }

    /** The holders, read between two looks at the same state: then they are complete. */
    private @Nullable Finding snapshot(SaleStates states, SaleState before, Instant askedAt) {
        long[] holders = states.holders(id);
        Optional<SaleState> after = states.state(id);
        if (after.isEmpty() || !after.get().continues(before) || holders.length != before.holders()) {
            return null;
        }
        Arrays.sort(holders);
        return new Finding(before, holders, askedAt);
    }
}
