package io.flashsale.locklab.own;

import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/**
 * Sells from stock that it keeps itself, with or without a lock. One order takes one unit of each of its goods, or
 * none at all. Many threads share one object; each process has its own.
 */
public interface Purchase extends AutoCloseable {

    /** Puts that many units of one of the goods in stock, before anybody orders. */
    void fill(String goods, int units);

    /**
     * Carries out an order. Returns {@link Outcome#TAKEN} if and only if the order has one unit of each of the goods,
     * {@link Outcome#SOLD_OUT} if it took nothing because one is sold out, {@link Outcome#BUSY} to be retried.
     *
     * <p>After BUSY, an exception, or the death of its process, the order is retried with the same id, perhaps
     * elsewhere. It takes its units at most once, and in the end it must return TAKEN or SOLD_OUT.
     */
    Outcome buy(String orderId, List<String> goods) throws InterruptedException;

    /** Returns the units of one of the goods that are left now. Must not wait for anybody. */
    int left(String goods);

    /** Stops background work. The lab closes the servers. */
    @Override
    default void close() {}
}
