package io.flashsale.order.refund;

/** The state of a refund. */
enum RefundState {
    /** The provider is asked repeatedly. */
    DUE,
    /** The provider refused, or all attempts went unanswered: an administrator has to look. */
    FAILED,
    /** The provider made it. */
    REFUNDED
}
