package io.flashsale.locklab.path.call;

import io.flashsale.locklab.scheme.Outcome;

/** A way of calling the stock in another process, over a connection that may lose responses. */
@FunctionalInterface
interface StockCall {

    /** Returns {@link Outcome#BUSY} if the effect is unknown. */
    Outcome deduct(String item, int units) throws InterruptedException;
}
