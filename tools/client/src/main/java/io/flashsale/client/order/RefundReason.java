package io.flashsale.client.order;

/** Why a charge goes back. */
public enum RefundReason {
    /** There was no such order. */
    UNKNOWN_ORDER,
    /** The amount is neither the order's price nor the price reduced by the coupon. */
    WRONG_AMOUNT,
    /** Another charge has already paid the order. */
    ALREADY_PAID,
    /** The order closed before the charge came, or was rejected. */
    ORDER_ENDED
}
