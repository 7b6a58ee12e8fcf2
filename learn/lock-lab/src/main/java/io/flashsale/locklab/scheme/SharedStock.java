package io.flashsale.locklab.scheme;

import io.flashsale.locklab.resource.ProtectedResource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Stock under a lock with two sides: a buyer is alone, readers are inside together. */
public final class SharedStock implements StockScheme {

    /** The operation of looking, and the step at which a reader is inside. */
    public static final String LOOK = "look";

    private final ReadWriteScheme lock;
    private final LockedStock written;
    private final ProtectedResource resource;
    private final Duration timeout;

    public SharedStock(ReadWriteScheme lock, ProtectedResource resource, Duration timeout) {
        this.lock = lock;
        this.written = new LockedStock(lock.toWrite(), resource, timeout);
        this.resource = resource;
        this.timeout = timeout;
    }

    /** The operations of its clients: buy, and {@value #LOOK}. */
    public static Operations operations(SharedStock stock) {
        return Operations.of(stock).with(LOOK, stock::look);
    }

    /** Reads how much is left. */
    public Outcome look(String item) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        TracedLock.shared(lock.toRead()).whileHolding(LockedStock.lockOf(item), timeout, token -> {
            resource.enterToRead(item, token);
            try {
                FailPoints.hit(LOOK);
                outcome.set(resource.read(item) > 0 ? Outcome.DONE : Outcome.SOLD_OUT);
            } finally {
                resource.leave(item);
            }
        });
        return outcome.get();
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        return written.deduct(item, units);
    }

    @Override
    public void fill(String item, int units) {
        written.fill(item, units);
    }

    @Override
    public int left(String item) {
        return written.left(item);
    }

    @Override
    public void close() {
        lock.close();
    }
}
