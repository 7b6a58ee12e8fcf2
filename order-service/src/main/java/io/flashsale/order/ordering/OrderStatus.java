package io.flashsale.order.ordering;

/** The status of an order. All but {@link #QUEUED} are states of its row. */
public enum OrderStatus {
    /** Accepted, not placed yet, perhaps under review: there is a reservation and no row. */
    QUEUED,
    /** Placed; holds one unit until its deadline. */
    AWAITING_PAYMENT,
    /** Sold. */
    PAID,
    /** Ended without a sale after placement; its unit is given back. */
    CLOSED,
    /** Ended at placement. */
    REJECTED,
    /** Paid after it was closed, or an administrator undid the sale: the money has to go back, nothing is sold. */
    REFUND_DUE,
    /** The money went back. */
    REFUNDED;

    /**
     * Whether no further change is expected. Only a late payment turns CLOSED or REFUNDED into REFUND_DUE, and only an
     * administrator PAID.
     */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, AWAITING_PAYMENT, REFUND_DUE -> false;
            case PAID, CLOSED, REJECTED, REFUNDED -> true;
        };
    }

    /**
     * Whether an order can reach this status from {@code earlier}; tells news from messages that arrive out of
     * order.
     */
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
