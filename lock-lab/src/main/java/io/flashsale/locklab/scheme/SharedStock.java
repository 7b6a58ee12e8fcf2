package io.flashsale.locklab.scheme;

import io.flashsale.locklab.warehouse.Warehouse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Stock under a lock with two sides: whoever buys is alone, those who only look are inside together. */
public final class SharedStock implements StockScheme {

    /** The act of looking, and the step at which a reader is inside. */
    public static final String LOOK = "look";

    private final ReadWriteScheme lock;
    private final LockedStock written;
    private final Warehouse warehouse;
    private final Duration patience;

    public SharedStock(ReadWriteScheme lock, Warehouse warehouse, Duration patience) {
        this.lock = lock;
        this.written = new LockedStock(lock.toWrite(), warehouse, patience);
        this.warehouse = warehouse;
        this.patience = patience;
    }

    /** What people can do with it: buy, and {@value #LOOK}. */
    public static Acts acts(SharedStock stock) {
        return Acts.of(stock).with(LOOK, stock::look);
    }

    /** Reads how much is left. */
    public Outcome look(String item) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.toRead().whileHolding(LockedStock.lockOf(item), patience, token -> {
            warehouse.enterToRead(item, token);
            try {
                Steps.reached(LOOK);
                outcome.set(warehouse.read(item) > 0 ? Outcome.DONE : Outcome.SOLD_OUT);
            } finally {
                warehouse.leave(item);
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
