package io.flashsale.locklab.scheme;

import io.flashsale.locklab.resource.ProtectedResource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Read, test and write under a lock: correct only if nobody else is inside. The resource records who is, so that
 * the lock need not be trusted.
 */
public final class LockedStock implements StockScheme {

    /** The step between reading the stock and writing it. */
    public static final String INSIDE = "between-read-and-write";

    /** The operation of buying while already holding the lock, and the step between the two entries. */
    public static final String BUY_INSIDE = "buy-inside";

    /** The step at which a client that has entered twice has left once and still holds the lock. */
    public static final String LEFT_ONCE = "left-once";

    private final LockScheme lock;
    private final ProtectedResource resource;
    private final Duration timeout;

    public LockedStock(LockScheme lock, ProtectedResource resource, Duration timeout) {
        this.lock = TracedLock.of(lock);
        this.resource = resource;
        this.timeout = timeout;
    }

    /** The name of the lock that guards an item. */
    public static String lockOf(String item) {
        return "lock:" + item;
    }

    @Override
    public void fill(String item, int units) {
        resource.fill(item, units);
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding(lockOf(item), timeout, token -> {
            resource.enter(item, token);
            try {
                outcome.set(readTestWrite(item, units, token));
            } finally {
                resource.leave(item);
            }
        });
        return outcome.get();
    }

    /** Buys while already holding the lock, like a method that calls another one which also locks. */
    public Outcome deductInside(String item, int units) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding(lockOf(item), timeout, token -> {
            FailPoints.hit(BUY_INSIDE);
            outcome.set(deduct(item, units));
            FailPoints.hit(LEFT_ONCE);
        });
        return outcome.get();
    }

    private Outcome readTestWrite(String item, int units, long token) {
        int left = resource.read(item);
        FailPoints.hit(INSIDE);
        if (left < units) {
            return Outcome.SOLD_OUT;
        }
        return resource.write(item, left - units, token) ? Outcome.TAKEN : Outcome.REFUSED;
    }

    @Override
    public int left(String item) {
        return resource.read(item);
    }

    @Override
    public void close() {
        lock.close();
    }
}
