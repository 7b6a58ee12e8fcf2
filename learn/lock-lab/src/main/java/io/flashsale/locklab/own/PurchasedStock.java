package io.flashsale.locklab.own;

import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets clients order a phone and its case together from a {@link Purchase}. There is one phone more than cases, so
 * that the last order fails in the middle. A second object with undisturbed connections counts what is left.
 */
final class PurchasedStock implements StockScheme {

    private static final String PHONE = "-phone";
    private static final String CASE = "-case";

    private final Purchase purchase;
    private final Purchase counter;
    private final AutoCloseable servers;
    private final Map<String, Integer> served = new ConcurrentHashMap<>();

    /** @param servers that both objects use; closed last */
    PurchasedStock(Purchase purchase, Purchase counter, AutoCloseable servers) {
        this.purchase = purchase;
        this.counter = counter;
        this.servers = servers;
    }

    Operations operations() {
        return Operations.of(this).with(OwnScheme.REPEAT, this::repeat);
    }

    @Override
    public void fill(String item, int units) {
        counter.fill(item + PHONE, units + 1);
        counter.fill(item + CASE, units);
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        String client = Thread.currentThread().getName();
        int number = served.getOrDefault(client, 0);
        Outcome outcome = buy(item, client, number);
        if (outcome == Outcome.TAKEN) {
            served.put(client, number + 1);
        }
        return outcome;
    }

    private Outcome repeat(String item) throws InterruptedException {
        String client = Thread.currentThread().getName();
        Outcome outcome = buy(item, client, served.getOrDefault(client, 0) - 1);
        return outcome == Outcome.TAKEN ? Outcome.DONE : outcome;
    }

    private Outcome buy(String item, String client, int number) throws InterruptedException {
        return purchase.buy(item + "-" + client + "-" + number, List.of(item + PHONE, item + CASE));
    }

    /** Orders that can still be served. A unit taken of only one of the goods shows up as a shortage. */
    @Override
    public int left(String item) {
        return Math.min(counter.left(item + PHONE) - 1, counter.left(item + CASE));
    }

    @Override
    public void close() {
        purchase.close();
        counter.close();
        OwnSchemes.closeQuietly(servers);
    }
}
