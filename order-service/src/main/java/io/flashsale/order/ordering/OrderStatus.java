package io.flashsale.order.ordering;

/** Where an order stands. All but {@link #QUEUED} are states of its row. */
public enum OrderStatus {
    /** Accepted, and not placed yet: there is a reservation and no row. */
    QUEUED,
    /** Placed; holds one unit until its deadline. */
    AWAITING_PAYMENT,
    /** Sold. */
    PAID,
    /** Ended without a sale after it was placed; what it held is given back. */
    CLOSED,
    /** Ended at placement. */
    REJECTED,
    /** Paid after it was closed: the money has to go back, nothing is sold. */
    REFUND_DUE,
    /** It went back. */
    REFUNDED;

    /** Whether nothing further is to be expected; only a payment that comes late turns CLOSED or REFUNDED into REFUND_DUE. */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, AWAITING_PAYMENT, REFUND_DUE -> false;
            case PAID, CLOSED, REJECTED, REFUNDED -> true;
        };
    }

    /** Whether an order can come to this status from {@code earlier}; tells news from what arrives out of turn. */
    public boolean isAfter(OrderStatus earlier) {
        return stage() > earlier.stage();
    }

    private int stage() {
        return switch (this) {
            case QUEUED -> 0;
            case AWAITING_PAYMENT -> 1;
            case PAID, CLOSED, REJECTED -> 2;
            case REFUND_DUE -> 3;
            case REFUNDED -> 4;
        };
    }
}
