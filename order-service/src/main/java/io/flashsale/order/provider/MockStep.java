package io.flashsale.order.provider;

import com.fasterxml.jackson.annotation.JsonFormat;

/** A charge that a shopper has to confirm on a page of the mock. */
record MockStep(@JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, long amountCents, State state) {

    enum State {
        OPEN,
        /** The order is charged, by this step or in another way. */
        CONFIRMED,
        REFUSED
    }
}
