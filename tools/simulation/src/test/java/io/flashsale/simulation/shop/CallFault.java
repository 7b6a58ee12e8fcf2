package io.flashsale.simulation.shop;

/** What may happen to a call between two actors. */
public enum CallFault {
    NONE,
    /** The other side never hears of it; the caller waits in vain. */
    REQUEST_LOST,
    /** The other side does it; the caller waits in vain. */
    REPLY_LOST,
    /** The caller waits in vain; the other side does it at a later step, if at all. */
    LATE,
    /** It arrives twice. */
    TWICE
}
