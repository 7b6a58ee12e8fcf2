package io.flashsale.auditor.snapshot;

import java.util.List;

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

    static final List<OrderStatus> ALL = List.of(values());

    /** The status of that name, or {@link #UNKNOWN}. */
    public static OrderStatus named(String name) {
        return ALL.stream()
                .filter(status -> status.name().equals(name))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Whether the order holds a unit. */
    public boolean active() {
        return this == AWAITING_PAYMENT || this == PAID;
    }

    /** Whether it has ended, and so must have a reason. */
    public boolean ended() {
        return this == CLOSED || this == REFUND_DUE || this == REFUNDED || this == REJECTED;
    }
}
