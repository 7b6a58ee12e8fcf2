package io.flashsale.locklab.scheme;

import io.flashsale.locklab.warehouse.Warehouse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Read, test, write, all of it under a lock: right if, and only if, nobody else is inside. The warehouse writes down who
 * is, so that the lock need not be believed.
 */
public final class LockedStock implements StockScheme {

    /** The step between reading the stock and writing it. */
    public static final String INSIDE = "between-read-and-write";

    /** The act of buying while one holds the lock already, and the step between the two entries. */
    public static final String BUY_INSIDE = "buy-inside";

    private final LockScheme lock;
    private final Warehouse warehouse;
    private final Duration patience;

    public LockedStock(LockScheme lock, Warehouse warehouse, Duration patience) {
        this.lock = lock;
        this.warehouse = warehouse;
        this.patience = patience;
    }

    /** The name of the lock that guards an item. */
    public static String lockOf(String item) {
        return "lock:" + item;
    }

    @Override
    public void fill(String item, int units) {
        warehouse.fill(item, units);
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding(lockOf(item), patience, token -> {
            warehouse.enter(item, token);
            try {
                outcome.set(readTestWrite(item, units, token));
            } finally {
                warehouse.leave(item);
            }
        });
        return outcome.get();
    }

    /** Buys while holding the lock already, as a method does that calls another one which locks, too. */
    public Outcome deductInside(String item, int units) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding(lockOf(item), patience, token -> {
            Steps.reached(BUY_INSIDE);
            outcome.set(deduct(item, units));
        });
        return outcome.get();
    }

    private Outcome readTestWrite(String item, int units, long token) {
        int left = warehouse.read(item);
        Steps.reached(INSIDE);
        if (left < units) {
            return Outcome.SOLD_OUT;
        }
        return warehouse.write(item, left - units, token) ? Outcome.TAKEN : Outcome.REFUSED;
    }

    @Override
    public int left(String item) {
        return warehouse.read(item);
    }

    @Override
    public void close() {
        lock.close();
    }
}
