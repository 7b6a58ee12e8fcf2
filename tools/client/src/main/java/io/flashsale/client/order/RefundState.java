package io.flashsale.client.order;

/** How far a refund is. */
public enum RefundState {
    /** The provider is being asked, repeatedly. */
    DUE,
    /** The provider is no longer asked: an administrator must act. */
    FAILED,
    /** The money went back. */
    REFUNDED
}
