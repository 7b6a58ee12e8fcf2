package io.flashsale.stock.catalogue;

import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.admission.spring.NewCampaigns;
import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.entry.sale.EntryMode;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes sales: in MySQL first, and after the commit in Redis. If Redis misses a change, the warm-up repeats it
 * there.
 */
@Service
class SaleAdministration {

    private static final int SEED_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final SaleMapper sales;
    private final ProductMapper products;
    private final SaleCatalogue catalogue;
    private final NewCampaigns newCampaigns;
    private final ChangeRules rules;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    SaleAdministration(
            SaleMapper sales,
            ProductMapper products,
            SaleCatalogue catalogue,
            NewCampaigns newCampaigns,
            ChangeRules rules,
            ApplicationEventPublisher events,
            TransactionTemplate transaction) {
        this.sales = sales;
        this.products = products;
        this.catalogue = catalogue;
        this.newCampaigns = newCampaigns;
        this.rules = rules;
        this.events = events;
        this.transaction = transaction;
    }

    sealed interface Outcome {
        record Done(SaleWithStock sale) implements Outcome {}

        record NoSuchSale() implements Outcome {}

        record NoSuchProduct() implements Outcome {}

        record Invalid(String why) implements Outcome {}

        /** The state of the sale forbids this. */
        record NotPossible(String why) implements Outcome {}

        /** Another admin changed the sale at the same time; this call changed nothing. */
        record Overtaken() implements Outcome {}
    }

    /** Creates a sale of an existing product, with its stock and its gate. The details must have no fault. */
    Outcome create(long productId, SaleDetails details, long initialStock, int buckets, MadeOnce.Request request) {
        if (products.selectById(productId) == null) {
            return new Outcome.NoSuchProduct();
        }
        return create(() -> productId, details, initialStock, buckets, request);
    }

    /** Creates the product and the sale: both or neither. */
    Outcome create(Product product, SaleDetails details, long initialStock, int buckets, MadeOnce.Request request) {
        return create(
                () -> {
                    products.insert(product);
                    return product.id();
                },
                details,
                initialStock,
                buckets,
                request);
    }

    /** @param toOpen null if an earlier request has made the sale */
    private record Made(long saleId, NewCampaigns.@Nullable Prepared toOpen) {}

    private Outcome create(
            LongSupplier product, SaleDetails details, long initialStock, int buckets, MadeOnce.Request request) {
        Made made = Objects.requireNonNull(transaction.execute(status -> {
            OptionalLong before = request.madeBefore();
            if (before.isPresent()) {
                return new Made(before.getAsLong(), null);
            }
            Sale sale = new Sale(product.getAsLong(), details, buckets);
            sales.insert(sale);
            for (int bucket = 0; bucket < buckets; bucket++) {
                sales.insertStock(sale.id(), bucket, share(initialStock, buckets, bucket));
            }
            commitToSeed(sale);
            request.made(sale.id());
            return new Made(sale.id(), newCampaigns.prepare(sale.id(), buckets));
        }));
        if (made.toOpen() != null) {
            newCampaigns.open(made.toOpen());
        }
        return done(made.saleId());
    }

    /** The bucket's share of units that are spread over all buckets as evenly as possible. */
    private static long share(long units, int buckets, int bucket) {
        return units / buckets + (bucket < units % buckets ? 1 : 0);
    }

    /**
     * Applies the change to the present details.
     *
     * @param buckets wanted for the sale; null for the number that it has, which cannot be changed
     */
    Outcome change(long saleId, @Nullable Integer buckets, UnaryOperator<SaleDetails> change) {
        Sale sale = sales.selectById(saleId);
        if (sale == null) {
            return new Outcome.NoSuchSale();
        }
        SaleDetails old = sale.details();
        SaleDetails details = change.apply(old);
        ChangeRules.Checked checked = rules.check(saleId, old, details);
        if (buckets != null && buckets != sale.buckets()) {
            return new Outcome.Invalid("buckets stays what it was when the sale was made.");
        }
        Optional<String> fault = details.faultOfBuckets(sale.buckets());
        if (fault.isPresent()) {
            return new Outcome.Invalid(fault.get());
        }
        if (checked.fault().isPresent()) {
            return new Outcome.Invalid(checked.fault().get());
        }
        sale.describe(details);
        boolean changed = Boolean.TRUE.equals(transaction.execute(status -> {
            if (details.priceCents() != old.priceCents()) {
                sales.rememberPrice(saleId, old.priceCents()); // orders on their way were sold at it
            }
            if (checked.mayHideOpening()) {
                sales.rememberOpen(saleId);
            }
            boolean was = sales.updateById(sale) == 1;
            if (!was) {
                status.setRollbackOnly();
                return false;
            }
            sales.raiseRevision(saleId); // MyBatis-Plus has only counted, which may repeat one from before a restore
            commitToSeed(sale);
            return true;
        }));
        if (!changed) {
            return new Outcome.Overtaken();
        }
        events.publishEvent(new CampaignChanged(saleId));
        return done(saleId);
    }

    /** Called at the moment the sale becomes a lottery, and never again. */
    private void commitToSeed(Sale sale) {
        if (sale.details().entry().mode() == EntryMode.LOTTERY) {
            byte[] seed = new byte[SEED_BYTES];
            random.nextBytes(seed);
            sales.commitToSeed(sale.id(), HexFormat.of().formatHex(seed));
        }
    }

    /**
     * Puts more units on offer, also while the sale is running. A lottery keeps the units that it had when its hash became public: an admin who knows the seed
     * could otherwise add just enough units to reach a certain shopper.
     */
    Outcome addStock(long saleId, long units, long maxInAll, MadeOnce.Request request) {
        Outcome outcome = transaction.execute(status -> {
            if (sales.raiseRevision(saleId) == 0) {
                return new Outcome.NoSuchSale();
            }
            SaleWithStock sale = catalogue.findAndLock(saleId).orElseThrow();
            if (request.madeBefore().isPresent()) {
                status.setRollbackOnly();
                return new Outcome.Done(sale); // tells Redis once more, as the first call may have ended before it did
            }
            if (sale.entryMode() == EntryMode.LOTTERY) {
                status.setRollbackOnly();
                return new Outcome.NotPossible("The stock of a lottery is fixed since its hash is public.");
            }
            if (units > maxInAll - sale.totalStock()) {
                status.setRollbackOnly();
                return new Outcome.Invalid("a sale can offer at most " + maxInAll + " units in all.");
            }
            request.made(saleId);
            for (int bucket = 0; bucket < sale.buckets(); bucket++) {
                long share = share(units, sale.buckets(), bucket);
                if (share > 0) {
                    sales.addStock(saleId, bucket, share);
                }
            }
            return new Outcome.Done(sale);
        });
        if (!(outcome instanceof Outcome.Done)) {
            return outcome;
        }
        events.publishEvent(new CampaignChanged(saleId));
        return done(saleId);
    }

    private Outcome done(long saleId) {
        catalogue.refresh(saleId);
        return new Outcome.Done(catalogue.findNow(saleId).orElseThrow());
    }
}
