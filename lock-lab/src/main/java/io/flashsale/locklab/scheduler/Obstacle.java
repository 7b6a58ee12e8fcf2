package io.flashsale.locklab.scheduler;

import java.util.Locale;

/** Why a move is not possible. */
public enum Obstacle {
    GAME_OVER,
    /** The client's process has been killed. */
    DEAD,
    /** The client has the unit, or knows that there is none. */
    DONE,
    /** The client's process stands still: it can be resumed, or killed. */
    PAUSED,
    NOT_PAUSED,
    /** The client waits for something that somebody else has to do. */
    WAITS,
    /** Nobody holds the lock for a time that ends. */
    NO_LEASE,
    /** The client keeps no connection to the lock server that could be cut here. */
    NO_LINK,
    CUT_ALREADY,
    NOT_CUT,
    /** Those before it, which are replayed together, have taken too long. */
    TOO_LONG;

    /** As the API names it: {@code no-lease}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
