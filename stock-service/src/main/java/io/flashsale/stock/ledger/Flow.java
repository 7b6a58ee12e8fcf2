package io.flashsale.stock.ledger;

/** A step of one order in the ledger. */
record Flow(long orderId, long saleId, long userId, Type type) {

    enum Type {
        /** One unit left the stock. */
        DEDUCT,
        /** The unit came back. */
        RELEASE,
        /**
         * The order ended without a unit; a deduction that comes too late finds this, so the order never gets one.
         */
        VOID
    }
}
