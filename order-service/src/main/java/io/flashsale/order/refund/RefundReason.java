package io.flashsale.order.refund;

/** Why a charge goes back. */
public enum RefundReason {
    /** There is no such order. */
    UNKNOWN_ORDER,
    /** The amount is neither the order's price nor what was charged with a coupon. */
    WRONG_AMOUNT,
    /** Another charge has paid the order. */
    ALREADY_PAID,
    /** The order closed before the charge came, or was rejected. */
    ORDER_ENDED,
    /** It had paid the order, and an administrator gives it back. */
    BY_ADMINISTRATOR
}
