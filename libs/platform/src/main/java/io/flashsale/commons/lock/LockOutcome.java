package io.flashsale.commons.lock;

/** The outcome of an attempt to hold a lock. */
enum LockOutcome {
    ACQUIRED,
    /** Another holder kept it for longer than we wait. */
    BUSY,
    /** Redis does not answer. */
    UNAVAILABLE,
    /** Acquired, but lost before the release. */
    LOST
}
