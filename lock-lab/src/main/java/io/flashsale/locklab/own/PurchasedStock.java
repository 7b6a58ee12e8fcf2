package io.flashsale.locklab.own;

import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has clients order two goods at once, a phone and its case, by a {@link Purchase}: of the phones there is one more than of the
 * cases, so that the last order fails in the middle. What is left is counted by another object, whose connections nobody disturbs.
 */
final class PurchasedStock implements StockScheme {

    private static final String PHONE = "-phone";
    private static final String CASE = "-case";

    private final Purchase purchase;
    private final Purchase counter;
    private final AutoCloseable servers;
    private final Map<String, Integer> served = new ConcurrentHashMap<>();

    /** @param servers that both use, to be closed at last */
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

    /** Orders that can still be served, by what is left of each of the goods: what was taken of one only is missing here. */
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
