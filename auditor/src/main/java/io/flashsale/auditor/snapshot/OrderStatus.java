package io.flashsale.auditor.snapshot;

import java.util.List;

/** How an order stands, as the table says; the auditor's own reading of docs/invariants.md. */
public enum OrderStatus {
    AWAITING_PAYMENT,
    PAID,
    CLOSED,
    REFUND_DUE,
    REFUNDED,
    REJECTED,
    /** Something that the table must not know. */
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

    /** Whether it ended, and so must say why. */
    public boolean ended() {
        return this == CLOSED || this == REFUND_DUE || this == REFUNDED || this == REJECTED;
    }
}
