package io.flashsale.locklab.scheme;

/** What came of an attempt. */
public enum Outcome {
    /** The buyer has the units. */
    TAKEN,
    /** Something was done that takes no units, such as reading. */
    DONE,
    /** There are not that many left. */
    SOLD_OUT,
    /** Others were faster, or hold the lock: the buyer may try again. */
    BUSY,
    /** The resource refused a write, because a later holder has been there: nothing was taken. */
    REFUSED,
    /** It ended with an exception. */
    FAILED
}
