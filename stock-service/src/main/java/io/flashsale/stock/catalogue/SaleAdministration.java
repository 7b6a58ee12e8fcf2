package io.flashsale.stock.catalogue;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes sales: in MySQL first, and after the commit in Redis. What Redis misses then, the
 * warm-up brings there later. */
@Service
class SaleAdministration {

    private final SaleMapper sales;
    private final ProductMapper products;
    private final SaleCatalogue catalogue;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    SaleAdministration(
            SaleMapper sales,
            ProductMapper products,
            SaleCatalogue catalogue,
            ApplicationEventPublisher events,
            TransactionTemplate transaction) {
        this.sales = sales;
        this.products = products;
        this.catalogue = catalogue;
        this.events = events;
        this.transaction = transaction;
    }

    sealed interface Outcome {
        record Done(SaleOnOffer sale) implements Outcome {}

        record NoSuchSale() implements Outcome {}

        record NoSuchProduct() implements Outcome {}

        record Invalid(String why) implements Outcome {}

        /** Somebody else changed the sale at the same time; nothing was changed by this call. */
        record Overtaken() implements Outcome {}
    }

    /** Creates a sale of these details, which have no fault, with its stock and its gate. */
    Outcome create(long productId, SaleDetails details, long initialStock) {
        if (products.selectById(productId) == null) {
            return new Outcome.NoSuchProduct();
        }
        Sale sale = new Sale(productId, details);
        transaction.executeWithoutResult(status -> {
            sales.insert(sale);
            sales.insertStock(sale.id(), initialStock);
        });
        events.publishEvent(new SaleCreated(sale.id()));
        return done(sale.id());
    }

    /** Applies the change to the details as they are now. */
    Outcome change(long saleId, UnaryOperator<SaleDetails> change) {
        Sale sale = sales.selectById(saleId);
        if (sale == null) {
            return new Outcome.NoSuchSale();
        }
        SaleDetails details = change.apply(sale.details());
        Optional<String> fault = details.fault();
        if (fault.isPresent()) {
            return new Outcome.Invalid(fault.get());
        }
        sale.describe(details);
        if (sales.updateById(sale) == 0) {
            return new Outcome.Overtaken();
        }
        events.publishEvent(new SaleChanged(saleId));
        return done(saleId);
    }

    /** Puts more units on offer, also while the sale is running. */
    Outcome addStock(long saleId, long units, long mostInAll) {
        Outcome outcome = transaction.execute(status -> {
            if (sales.raiseRevision(saleId) == 0) {
                return new Outcome.NoSuchSale();
            }
            SaleOnOffer sale = catalogue.findAndLock(saleId).orElseThrow();
            if (units > mostInAll - sale.totalStock()) {
                status.setRollbackOnly();
                return new Outcome.Invalid("a sale can offer at most " + mostInAll + " units in all.");
            }
            sales.addStock(saleId, units);
            return new Outcome.Done(sale);
        });
        if (!(outcome instanceof Outcome.Done)) {
            return outcome;
        }
        events.publishEvent(new SaleChanged(saleId));
        return done(saleId);
    }

    private Outcome done(long saleId) {
        catalogue.refresh(saleId);
        return new Outcome.Done(catalogue.findNow(saleId).orElseThrow());
    }
}
