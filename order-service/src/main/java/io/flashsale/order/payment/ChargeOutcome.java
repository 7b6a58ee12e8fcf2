package io.flashsale.order.payment;

/** What became of a charge. */
enum ChargeOutcome {
    /** Recorded, not decided; visible only within the transaction that decides. */
    RECEIVED,
    /** It paid its order. */
    PAID,
    /** It did not pay an order and goes back: there is a refund. */
    REFUND
}
