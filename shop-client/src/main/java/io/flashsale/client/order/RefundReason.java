package io.flashsale.client.order;

/** Why a charge goes back. */
public enum RefundReason {
    /** There was no such order. */
    UNKNOWN_ORDER,
    /** It is neither the order's price nor what was to be paid with a coupon. */
    WRONG_AMOUNT,
    /** Another charge has paid the order. */
    ALREADY_PAID,
    /** The order closed before the charge came, or was rejected. */
    ORDER_ENDED
}
