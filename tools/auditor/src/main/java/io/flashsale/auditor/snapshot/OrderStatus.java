package io.flashsale.auditor.snapshot;

/** The status of an order in the tables; the auditor's own reading of docs/invariants.md. */
public enum OrderStatus {
    /** A dead letter that waits for an administrator. It may hold a unit. */
    UNDER_REVIEW,
    AWAITING_PAYMENT,
    PAID,
    CLOSED,
    REFUND_DUE,
    REFUNDED,
    REJECTED,
    /** An unknown value in the table. */
    UNKNOWN;

    /** Whether the order is paid, or may be. */
    public boolean active() {
        return this == AWAITING_PAYMENT || this == PAID;
    }

    /** Whether it has ended, and so must have a reason. */
    public boolean ended() {
        return this == CLOSED || this == REFUND_DUE || this == REFUNDED || this == REJECTED;
    }
}
