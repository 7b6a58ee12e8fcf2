package io.flashsale.auditor.snapshot;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;

/**
 * The gate of a sale, or of one of its buckets, in Redis at one moment.
 *
 * @param remaining units that can still be reserved.
 * @param total units put on offer here, as far as the gate knows.
 * @param revision of the sale that the gate knows.
 * @param returned how often units came back; with {@code epoch} and {@code remaining} it shows any change.
 * @param holders the number of units that users hold.
 * @param moved units received from other buckets less units given to them, as far as the gate knows.
 * @param offer what it promises. A gate of several buckets combined has none.
 */
public record Gate(
        State state,
        String epoch,
        long remaining,
        long total,
        long revision,
        long returned,
        long holders,
        long moved,
        Offer offer) {

    public enum State {
        /** Open for business, within its window. */
        WARM,
        /** Being rebuilt: it admits no shopper. */
        REBUILDING,
        /** Gate or holders are missing, in whole or in part, so a rebuild is due. The numbers have no meaning. */
        MISSING,
        /** Made in an earlier run of the Redis server, which may have lost admissions; a rebuild is due. */
        OTHER_RUN
    }

    /** A gate of which only the state is known. */
    public static Gate without(State state) {
        return new Gate(state, "", 0, 0, 0, 0, 0, 0, Offer.NONE);
    }

    /**
     * Why a check must wait for the gate, for people; empty if it need not.
     *
     * @param campaign what it is the gate of
     * @param revision of the campaign in MySQL
     * @param retired whether Redis may have dropped the gate
     */
    public Optional<String> reasonToWait(String campaign, long revision, boolean retired) {
        return switch (state) {
            case REBUILDING -> Optional.of("the gate in Redis is being rebuilt");
            case MISSING, OTHER_RUN ->
                retired ? Optional.empty() : Optional.of("the gate in Redis is lost and waits for its rebuild");
            case WARM ->
                this.revision < revision
                        ? Optional.of("the gate in Redis has not heard of the last change of the " + campaign)
                        : Optional.empty();
        };
    }

    /** All buckets combined: warm if all are, with the oldest revision among them. */
    public static Gate ofAll(List<Gate> buckets) {
        if (buckets.size() == 1) {
            return buckets.getFirst();
        }
        return buckets.stream()
                .filter(bucket -> bucket.state() != State.WARM)
                .findFirst()
                .map(bucket -> Gate.without(bucket.state()))
                .orElseGet(() -> new Gate(
                        State.WARM,
                        buckets.stream().map(Gate::epoch).collect(joining(" ")),
                        buckets.stream().mapToLong(Gate::remaining).sum(),
                        buckets.stream().mapToLong(Gate::total).sum(),
                        buckets.stream().mapToLong(Gate::revision).min().orElse(0),
                        buckets.stream().mapToLong(Gate::returned).sum(),
                        buckets.stream().mapToLong(Gate::holders).sum(),
                        buckets.stream().mapToLong(Gate::moved).sum(),
                        Offer.NONE));
    }
}
