package io.flashsale.locklab.scheme;

import java.util.HashMap;
import java.util.Map;

/** The operations of a scheme's clients, by name. Every scheme has {@value #BUY}; a case may add more. */
public final class Operations implements AutoCloseable {

    public static final String BUY = "buy";

    private final StockScheme stock;
    private final Map<String, Operation> operations = new HashMap<>();

    private Operations(StockScheme stock) {
        this.stock = stock;
        operations.put(BUY, item -> stock.deduct(item, 1));
    }

    public static Operations of(StockScheme stock) {
        return new Operations(stock);
    }

    /** A lock around read-test-write; clients may also try to enter twice. */
    public static Operations locked(LockScheme lock, SchemeContext context) {
        LockedStock stock = new LockedStock(lock, context.resource(), context.timeout());
        return of(stock).with(LockedStock.BUY_INSIDE, item -> stock.deductInside(item, 1));
    }

    public Operations with(String name, Operation operation) {
        operations.put(name, operation);
        return this;
    }

    /** Performs the operation on the calling thread. Each {@link Outcome#TAKEN} is recorded as one unit sold. */
    public Outcome perform(String name, String item) throws Exception {
        Operation operation = operations.get(name);
        if (operation == null) {
            throw new IllegalArgumentException("nobody can " + name + " here, only " + operations.keySet());
        }
        return operation.perform(item);
    }

    public StockScheme stock() {
        return stock;
    }

    @Override
    public void close() {
        stock.close();
    }

    /** One thing that a client does with an item. */
    @FunctionalInterface
    public interface Operation {
        Outcome perform(String item) throws Exception;
    }
}
