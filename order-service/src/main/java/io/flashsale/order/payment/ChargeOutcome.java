package io.flashsale.order.payment;

/** What became of a charge. */
enum ChargeOutcome {
    /** Recorded, and not decided: seen within the transaction that decides, and never after it. */
    RECEIVED,
    /** It paid its order. */
    PAID,
    /** It paid nothing, and goes back: there is a refund. */
    REFUND
}
