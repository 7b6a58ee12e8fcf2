package io.flashsale.auditor.snapshot;

import static java.util.stream.Collectors.joining;

import java.util.List;

/**
 * A gate of a sale in Redis at one moment: of the sale, or of one of its buckets.
 *
 * @param remaining units that can still be had
 * @param total units ever put on offer here, as far as the gate knows
 * @param revision of the sale that the gate knows
 * @param returned how often units came back; with {@code epoch} and {@code remaining} it tells whether anything changed
 * @param holders how many users hold a unit
 * @param moved units that came from other buckets, less those that went there, as far as the gate knows
 */
public record Gate(
        State state, String epoch, long remaining, long total, long revision, long returned, long holders, long moved) {

    /** A gate that no units were moved to or from. */
    public Gate(State state, String epoch, long remaining, long total, long revision, long returned, long holders) {
        this(state, epoch, remaining, total, revision, returned, holders, 0);
    }

    public enum State {
        /** Open for business, within its window. */
        WARM,
        /** Being rebuilt: nobody is admitted. */
        REBUILDING,
        /** Gate or holders, or a part of them, are not there; a rebuild is due. The numbers mean nothing. */
        MISSING,
        /** Made on another run of the Redis server, which may have forgotten admissions; a rebuild is due. */
        OTHER_RUN
    }

    /** A gate of which nothing but its state is known. */
    public static Gate without(State state) {
        return new Gate(state, "", 0, 0, 0, 0, 0);
    }

    /** All buckets of a sale as if they were one: warm if all are, with the oldest revision that one of them knows. */
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
                        buckets.stream().mapToLong(Gate::moved).sum()));
    }
}
