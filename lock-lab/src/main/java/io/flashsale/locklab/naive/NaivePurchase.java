package io.flashsale.locklab.naive;

import io.flashsale.locklab.naive.NaiveOutcome.Accepted;
import io.flashsale.locklab.naive.NaiveOutcome.AlreadyPurchased;
import io.flashsale.locklab.naive.NaiveOutcome.NoSuchSale;
import io.flashsale.locklab.naive.NaiveOutcome.SoldOut;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Read, test, write: correct for one shopper at a time, and for nobody else. Do not copy.
 *
 * <p>Between the reading of the stock and its writing others read the same number. All of them find a unit left, all of
 * them write the same stock minus one, and each gets an order. The same holds for the test whether the shopper has
 * bought already. A transaction around it would change nothing, as reading does not lock.
 */
@Service
class NaivePurchase {

    private final NaiveTable table;
    private final NaiveProperties properties;

    NaivePurchase(NaiveTable table, NaiveProperties properties) {
        this.table = table;
        this.properties = properties;
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

    /** Reads the price again and asks a payment service whether the shopper can pay it; here nobody is asked, it only takes as long. */
    private void checkPayment(NaiveSale sale) throws InterruptedException {
        if (table.price(sale.id()) != sale.priceCents()) {
            throw new IllegalStateException("prices of naive sales do not change");
        }
        Thread.sleep(properties.thinkTime());
    }
}
