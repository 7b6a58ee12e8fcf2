package io.flashsale.auditor.snapshot;

/**
 * A sale's gate in Redis at one moment.
 *
 * @param remaining units that can still be had
 * @param total units ever put on offer, as far as the gate knows
 * @param revision of the sale that the gate knows
 * @param returned how often units came back; with {@code epoch} and {@code remaining} it tells whether anything changed
 * @param holders how many users hold a unit
 */
public record Gate(State state, String epoch, long remaining, long total, long revision, long returned, long holders) {

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
}
