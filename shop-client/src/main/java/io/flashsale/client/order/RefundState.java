package io.flashsale.client.order;

/** How far a refund is. */
public enum RefundState {
    /** The provider is asked, again and again. */
    DUE,
    /** The provider is not asked any more: an administrator has to look. */
    FAILED,
    /** The money went back. */
    REFUNDED
}
