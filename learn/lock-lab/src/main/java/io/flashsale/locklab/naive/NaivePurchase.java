package io.flashsale.locklab.naive;

import io.flashsale.locklab.naive.NaiveOutcome.Accepted;
import io.flashsale.locklab.naive.NaiveOutcome.AlreadyPurchased;
import io.flashsale.locklab.naive.NaiveOutcome.NoSuchSale;
import io.flashsale.locklab.naive.NaiveOutcome.SoldOut;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Read, test, write: correct for one shopper at a time only. Do not copy.
 *
 * <p>Between the read and the write of the stock, other requests read the same number. All of them find a unit, all
 * write the same stock minus one, and each gets an order. The same holds for the test whether the shopper has
 * already bought. A transaction around it would change nothing, because plain reads do not lock.
 */
@Service
class NaivePurchase {

    /** The duration of the check between reading and writing, as of a call to a payment or risk service. */
    private static final Duration THINK_TIME = Duration.ofMillis(20);

    private final NaiveTable table;

    NaivePurchase(NaiveTable table) {
        this.table = table;
    }

    NaiveOutcome buy(long saleId, long userId) throws InterruptedException {
        Optional<NaiveSale> sale = table.find(saleId);
        if (sale.isEmpty()) {
            return new NoSuchSale();
        }
        Optional<Long> bought = table.orderOf(saleId, userId);
        if (bought.isPresent()) {
            return new AlreadyPurchased(bought.get());
        }
        if (sale.get().remaining() <= 0) {
            return new SoldOut();
        }
        checkPayment(sale.get());
        table.setStock(saleId, sale.get().remaining() - 1);
        return new Accepted(table.insertOrder(saleId, userId));
    }

    /** Stands for reading the price again and asking a payment service. It asks nobody and only takes as long. */
    private void checkPayment(NaiveSale sale) throws InterruptedException {
        if (table.price(sale.id()) != sale.priceCents()) {
            throw new IllegalStateException("prices of naive sales do not change");
        }
        Thread.sleep(THINK_TIME);
    }
}
