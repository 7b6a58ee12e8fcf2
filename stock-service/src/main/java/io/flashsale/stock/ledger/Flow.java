package io.flashsale.stock.ledger;

/** A step of one order in the ledger. */
record Flow(long orderId, long saleId, long userId, Type type) {

    boolean isOf(long sale, long user) {
        return saleId == sale && userId == user;
    }

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
