package io.flashsale.client.order;

public enum OrderStatus {
    /** Accepted, not placed yet. */
    QUEUED,
    /** Placed; holds a unit until its deadline. */
    AWAITING_PAYMENT,
    PAID,
    /** Ended without a sale; its unit was given back. */
    CLOSED,
    /** Not placed. */
    REJECTED,
    /** Paid too late: the money must go back. */
    REFUND_DUE,
    /** Paid too late: the money went back. */
    REFUNDED
}
