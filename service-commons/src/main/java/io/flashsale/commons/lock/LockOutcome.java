package io.flashsale.commons.lock;

/** What became of an attempt to hold a lock. */
enum LockOutcome {
    ACQUIRED,
    /** Somebody else held it for longer than we wait. */
    BUSY,
    /** Redis does not answer. */
    UNAVAILABLE,
    /** Held, but not until the end. */
    LOST
}
