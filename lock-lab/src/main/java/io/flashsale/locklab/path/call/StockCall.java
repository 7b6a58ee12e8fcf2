package io.flashsale.locklab.path.call;

import io.flashsale.locklab.scheme.Outcome;

/** A way of calling the stock from another process, over a connection on which answers can be lost. */
@FunctionalInterface
interface StockCall {

    /** {@link Outcome#BUSY} if it is not known what was done. */
    Outcome deduct(String item, int units) throws InterruptedException;
}
