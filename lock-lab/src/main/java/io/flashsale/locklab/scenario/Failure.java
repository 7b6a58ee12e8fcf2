package io.flashsale.locklab.scenario;

import java.util.Locale;

/** How a scheme can fail. */
public enum Failure {
    /** More units were sold than were taken from stock. */
    OVERSOLD,
    /** Units were lost, or not sold although somebody wanted them. */
    UNDERSOLD,
    /** Two were inside at once although one of them came to write. */
    TWO_HOLDERS,
    /** Somebody wrote although a later holder had come. */
    STALE_WRITE,
    /** Nobody can get the lock any more, or not while a fault lasts. */
    LOCKED_OUT,
    /** Somebody got in before others who had come earlier, although the scheme keeps an order. */
    OVERTAKEN,
    /** Whoever came while somebody else was inside was not made to wait. */
    TURNED_AWAY,
    /** Somebody's lock was freed by somebody else. */
    WRONG_RELEASE,
    /** Somebody got the lock although it was another's, whose lease was not over. */
    TAKEN_OVER,
    /** The holder of a lock waits for itself. */
    NOT_REENTRANT,
    /** The lock server is asked over and over by those who wait. */
    POLLING,
    /** Somebody was told sold out while units were left. */
    UNSOLD_LEFTOVER,
    /** Those who waited took all connections of the pool. */
    POOL_EXHAUSTED,
    /** An update applied although the row had been changed since it was read. */
    UNNOTICED_CHANGE,
    /** Updates of a row that others had changed were made in vain. */
    FAILED_UPDATES,
    /** Many statements for one lock that nobody else wanted. */
    COSTLY,
    /** A release woke up all who wait, although one of them can get in. */
    HERD,
    /** A user has two orders where one is allowed. */
    SECOND_ORDER,
    /** A call that was repeated took effect twice. */
    DONE_TWICE,
    /** A buyer met an exception. */
    EXCEPTION;

    /** As the API names it: {@code two-holders}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
