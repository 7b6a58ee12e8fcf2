package io.flashsale.order.refund;

/** How far a refund has come. */
enum RefundState {
    /** The provider is asked, again and again. */
    DUE,
    /** The provider refused, or did not answer so often that we stopped asking: an administrator has to look. */
    FAILED,
    /** The provider made it. */
    REFUNDED
}
