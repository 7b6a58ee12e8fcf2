package io.flashsale.locklab.scheme;

import java.util.HashMap;
import java.util.Map;

/** What people can do with a scheme, by name. Each can {@value #BUY}; a case may add more. */
public final class Acts implements AutoCloseable {

    public static final String BUY = "buy";

    private final StockScheme stock;
    private final Map<String, Act> acts = new HashMap<>();

    private Acts(StockScheme stock) {
        this.stock = stock;
        acts.put(BUY, item -> stock.deduct(item, 1));
    }

    public static Acts of(StockScheme stock) {
        return new Acts(stock);
    }

    /** A lock around read-test-write; people may also try to enter twice. */
    public static Acts locked(LockScheme lock, Tools tools) {
        LockedStock stock = new LockedStock(lock, tools.warehouse(), tools.patience());
        return of(stock).with(LockedStock.BUY_INSIDE, item -> stock.deductInside(item, 1));
    }

    public Acts with(String name, Act act) {
        acts.put(name, act);
        return this;
    }

    /** Does it, on the thread of whoever does it. Each {@link Outcome#TAKEN} is recorded as one unit sold. */
    public Outcome perform(String name, String item) throws Exception {
        Act act = acts.get(name);
        if (act == null) {
            throw new IllegalArgumentException("nobody can " + name + " here, only " + acts.keySet());
        }
        return act.perform(item);
    }

    public StockScheme stock() {
        return stock;
    }

    @Override
    public void close() {
        stock.close();
    }

    /** One thing that a person does with an item. */
    @FunctionalInterface
    public interface Act {
        Outcome perform(String item) throws Exception;
    }
}
