package io.flashsale.order.placement;

/** What became of an attempt to hold the lock of a sale. */
enum LockOutcome {
    ACQUIRED,
    /** Another consumer held it for longer than we wait. */
    BUSY,
    /** Redis does not answer. */
    UNAVAILABLE,
    /** Held, but not until the end. */
    LOST
}
