package io.flashsale.locklab.own;

import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/**
 * A way of selling that keeps stock itself, with or without a lock: one order takes one unit of each of its goods, or of none of
 * them. For any number of threads, and of processes that each have an object of their own.
 */
public interface Purchase extends AutoCloseable {

    /** Puts that many units of one of the goods in stock, before anybody orders. */
    void fill(String goods, int units);

    /**
     * Carries out an order. It must answer {@link Outcome#TAKEN} if, and only if, the order has one unit of each of the goods;
     * {@link Outcome#SOLD_OUT} if some of them are sold out, and nothing was taken; {@link Outcome#BUSY} if it may be tried again.
     *
     * <p>After BUSY, an exception, or the death of its process, an order comes again with the same id, perhaps in another process.
     * However often it comes, it takes its units once, and in the end it must be answered TAKEN or SOLD_OUT.
     */
    Outcome buy(String orderId, List<String> goods) throws InterruptedException;

    /** The units of one of the goods that are left now. Must not wait for anybody. */
    int left(String goods);

    /** Ends what it runs in the background. Servers are closed by the lab. */
    @Override
    default void close() {}
}
