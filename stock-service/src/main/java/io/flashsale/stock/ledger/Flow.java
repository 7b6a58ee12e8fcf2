package io.flashsale.stock.ledger;

/** One unit that left the stock (DEDUCT) or came back (RELEASE), for one order. */
record Flow(long orderId, long userId, Type type) {

    enum Type {
        DEDUCT,
        RELEASE
    }
}
