package io.flashsale.lab.live;

import org.jspecify.annotations.Nullable;

/**
 * An invariant as a light.
 *
 * @param id I1 to I6, see docs/invariants.md
 * @param holds null while nothing can be said
 * @param evidence why it is not green, for people; null if it is
 */
record Light(
        String id,
        String statement,
        State state,
        @Nullable Boolean holds,
        @Nullable String evidence) {

    enum State {
        HOLDS,
        BROKEN,
        /** Not all queues are drained, and until then the books may differ. */
        IN_FLIGHT,
        UNKNOWN
    }

    static Light holding(String id, String statement) {
        return new Light(id, statement, State.HOLDS, true, null);
    }

    static Light broken(String id, String statement, String evidence) {
        return new Light(id, statement, State.BROKEN, false, evidence);
    }

    static Light inFlight(String id, String statement, String evidence) {
        return new Light(id, statement, State.IN_FLIGHT, null, evidence);
    }
}
