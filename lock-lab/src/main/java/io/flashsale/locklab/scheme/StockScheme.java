package io.flashsale.locklab.scheme;

/** A way of taking units from stock. */
public interface StockScheme extends AutoCloseable {

    /** Puts that many units of an item in stock, before anybody buys. */
    void fill(String item, int units);

    /** Takes units of an item, or says why not. Nothing is tried again: that is the caller's decision. */
    Outcome deduct(String item, int units) throws InterruptedException;

    /** The units of an item that are left now. */
    int left(String item);

    /** Ends what the scheme runs in the background. */
    @Override
    default void close() {}
}
