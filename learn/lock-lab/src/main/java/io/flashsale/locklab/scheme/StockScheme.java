package io.flashsale.locklab.scheme;

/** A way of taking units from stock. */
public interface StockScheme extends AutoCloseable {

    /** Puts that many units of an item in stock, before anybody buys. */
    void fill(String item, int units);

    /** Takes units of an item, or returns why not. It does not retry: that is the caller's decision. */
    Outcome deduct(String item, int units) throws InterruptedException;

    /** The units of an item that are left now. */
    int left(String item);

    /** Stops the scheme's background work. */
    @Override
    default void close() {}
}
