package io.flashsale.locklab.scheduler;

import java.util.Locale;

/** Why a move is not possible. */
public enum Obstacle {
    GAME_OVER,
    /** The client's process was killed. */
    DEAD,
    /** The client has the unit, or knows that there is none. */
    DONE,
    /** The client's process is paused: it can be resumed or killed. */
    PAUSED,
    NOT_PAUSED,
    /** The client waits for another client. */
    WAITS,
    /** No client holds the lock with an expiry. */
    NO_LEASE,
    /** The client has no connection to the lock server that could be cut. */
    NO_LINK,
    CUT_ALREADY,
    NOT_CUT,
    /** The earlier moves, which are replayed together, have taken too long. */
    TOO_LONG;

    /** The name in the API, such as {@code no-lease}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
