package io.flashsale.locklab.scenario;

import java.util.Locale;
import java.util.Set;

/** How a scheme can fail. */
public enum Failure {
    /** More units were sold than were taken from stock. */
    OVERSOLD,
    /** Units were lost, or not sold although a buyer wanted them. */
    UNDERSOLD,
    /** Two clients were inside at once, and one of them came to write. */
    TWO_HOLDERS,
    /** A client wrote although a later holder had come. */
    STALE_WRITE,
    /** Nobody can get the lock any more, or not while a fault lasts. */
    LOCKED_OUT,
    /** A client got in before earlier ones although the scheme keeps an order. */
    OVERTAKEN,
    /** A client that came while another was inside was not made to wait. */
    TURNED_AWAY,
    /** A client released another client's lock. */
    WRONG_RELEASE,
    /** A client renewed another client's lock. */
    WRONG_RENEWAL,
    /** A client took over another's lock before its lease had expired. */
    TAKEN_OVER,
    /** The holder of a lock waits for itself. */
    NOT_REENTRANT,
    /** Waiters poll the lock server constantly. */
    POLLING,
    /** A buyer was told sold out while units were left. */
    UNSOLD_LEFTOVER,
    /** Waiters took all connections of the pool. */
    POOL_EXHAUSTED,
    /** An update applied although the row had changed since it was read. */
    UNNOTICED_CHANGE,
    /** Updates were made in vain because others had changed the row. */
    FAILED_UPDATES,
    /** One uncontended lock took many statements. */
    COSTLY,
    /** A release woke up all waiters although only a single one can get in. */
    HERD,
    /** A user has two orders where one is allowed. */
    SECOND_ORDER,
    /** A unit was taken from stock, and nobody has an order for it. */
    NO_ORDER,
    /** A repeated call took effect twice. */
    DONE_TWICE,
    /** A buyer got an exception. */
    EXCEPTION;

    /** What follows from this failure, so that a run may show it as well. */
    public Set<Failure> entails() {
        return switch (this) {
            case TWO_HOLDERS, STALE_WRITE, OVERSOLD, WRONG_RELEASE, TAKEN_OVER ->
                Set.of(TWO_HOLDERS, STALE_WRITE, OVERSOLD);
            case DONE_TWICE, LOCKED_OUT, NO_ORDER, UNSOLD_LEFTOVER -> Set.of(UNDERSOLD);
            default -> Set.of();
        };
    }

    /** The name in the API, such as {@code two-holders}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
