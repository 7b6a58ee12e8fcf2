package io.flashsale.locklab.scheme;

/** The outcome of an attempt. */
public enum Outcome {
    /** The buyer has the units. */
    TAKEN,
    /** An operation that takes no units, such as reading, is done. */
    DONE,
    /** Fewer units are left than were asked for. */
    SOLD_OUT,
    /** Others were faster, or hold the lock: the buyer may retry. */
    BUSY,
    /** Refused, because another was first, such as a later holder at the resource: nothing was taken. */
    REFUSED,
    /** It ended with an exception. */
    FAILED
}
