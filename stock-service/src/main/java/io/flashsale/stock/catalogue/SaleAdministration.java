package io.flashsale.stock.catalogue;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Amendment;
import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.admission.spring.NewCampaigns;
import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.stock.catalogue.SaleWithStock.Bucket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes sales: in MySQL first, and after the commit in Redis. If Redis misses a change, the warm-up repeats it
 * there.
 */
@Service
class SaleAdministration {

    private static final Logger log = LoggerFactory.getLogger(SaleAdministration.class);

    private static final int SEED_BYTES = 32;

    /** How long Redis may take for each bucket while the rows of the sale are locked; orders wait for them up to 2 s. */
    private static final Duration REDIS_TIMEOUT = Duration.ofMillis(500);

    private final SecureRandom random = new SecureRandom();
    private final SaleMapper sales;
    private final ProductMapper products;
    private final SaleCatalogue catalogue;
    private final NewCampaigns newCampaigns;
    private final ChangeRules rules;
    private final StockGates gates;
    private final JsonMapper json;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    SaleAdministration(
            SaleMapper sales,
            ProductMapper products,
            SaleCatalogue catalogue,
            NewCampaigns newCampaigns,
            ChangeRules rules,
            StockGates gates,
            JsonMapper json,
            ApplicationEventPublisher events,
            TransactionTemplate transaction) {
        this.sales = sales;
        this.products = products;
        this.catalogue = catalogue;
        this.newCampaigns = newCampaigns;
        this.rules = rules;
        this.gates = gates;
        this.json = json;
        this.events = events;
        this.transaction = transaction;
    }

    sealed interface Outcome {
        record Done(SaleWithStock sale) implements Outcome {}

        record NoSuchSale() implements Outcome {}

        record Invalid(String why) implements Outcome {}

        /** The state of the sale forbids this. */
        record NotPossible(String why) implements Outcome {}

        /** Fewer units are left than were to be taken away, or Redis cannot tell; none was taken. */
        record NotLeft() implements Outcome {}

        /** Another admin changed the sale at the same time; this call changed nothing. */
        record Overtaken() implements Outcome {}
    }

    /**
     * Creates a sale of an existing product, with its stock and its gate. The details must have no fault.
     *
     * @throws ProblemException PRODUCT_NOT_FOUND, or PRODUCT_WITHDRAWN
     */
    Outcome create(long productId, SaleDetails details, long initialStock, int buckets, MadeOnce.Request request) {
        return create(() -> offered(productId), details, initialStock, buckets, request);
    }

    private long offered(long productId) {
        Boolean withdrawn = products.isWithdrawn(productId);
        if (withdrawn == null) {
            throw new ProblemException(Problems.of(ProblemType.PRODUCT_NOT_FOUND));
        }
        if (withdrawn) {
            throw new ProblemException(Problems.of(ProblemType.PRODUCT_WITHDRAWN));
        }
        return productId;
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
     * Puts more units on offer, or takes unsold ones away if the number is negative; also while the sale is running.
     *
     * <p>Takes them out of Redis first, where a click may take the last one at any moment, with the rows locked: so
     * MySQL still has a unit for each reservation that is on its way. If not all can be taken, or MySQL then fails, the
     * gates learn the old total again.
     */
    Outcome addStock(long saleId, long units, long maxInAll, MadeOnce.Request request) {
        List<Long> left = units < 0 ? leftInBuckets(saleId) : List.of();
        Outcome outcome = transaction.execute(status -> {
            if (sales.raiseRevision(saleId) == 0) {
                return new Outcome.NoSuchSale();
            }
            SaleWithStock sale = catalogue.findAndLock(saleId).orElseThrow();
            Object unchanged = status.createSavepoint();
            if (request.madeBefore().isPresent()) {
                status.setRollbackOnly();
                return new Outcome.Done(sale); // tells Redis once more, as the first call may have ended before it did
            }
            Optional<String> fault = rules.faultOfStock(sale, units);
            if (fault.isPresent()) {
                status.setRollbackOnly();
                return new Outcome.NotPossible(fault.get());
            }
            if (units > maxInAll - sale.totalStock()) {
                status.setRollbackOnly();
                return new Outcome.Invalid("a sale can offer at most " + maxInAll + " units in all.");
            }
            request.made(saleId);
            if (units < 0) {
                if (!takeAway(sale, -units, left)) {
                    status.rollbackToSavepoint(unchanged);
                    sales.raiseRevision(saleId); // above the one that some gates may have learnt
                    return new Outcome.NotLeft();
                }
                return new Outcome.Done(sale);
            }
            for (int bucket = 0; bucket < sale.buckets(); bucket++) {
                long share = share(units, sale.buckets(), bucket);
                if (share > 0) {
                    sales.addStock(saleId, bucket, share);
                }
            }
            return new Outcome.Done(sale);
        });
        if (outcome instanceof Outcome.Done || outcome instanceof Outcome.NotLeft) {
            events.publishEvent(new CampaignChanged(saleId));
        }
        return outcome instanceof Outcome.Done ? done(saleId) : outcome;
    }

    /** What each bucket has now, by its number; empty if Redis does not say. */
    private List<Long> leftInBuckets(long saleId) {
        try {
            return gates.bucketStates(List.of(saleId)).getOrDefault(saleId, List.of()).stream()
                    .map(gate -> gate.map(StockGateState::remaining).orElse(0L))
                    .toList();
        } catch (RedisException unreachable) {
            log.warn("nothing is taken away from sale {}", saleId, unreachable);
            return List.of();
        }
    }

    /**
     * Takes units from each bucket by what was left in it a moment ago. Returns whether all could be taken.
     *
     * @param lately what was left, by the number of the bucket
     */
    private boolean takeAway(SaleWithStock sale, long units, List<Long> lately) {
        try {
            List<Bucket> buckets = catalogue.lockedBuckets(sale);
            if (buckets.size() != lately.size()) {
                return false;
            }
            ToLongFunction<Bucket> left = bucket -> Math.min(bucket.available(), lately.get(bucket.bucket()));
            long leftHere = buckets.stream().mapToLong(left).sum();
            if (leftHere < units) {
                return false;
            }
            long missing = units;
            for (Bucket bucket : buckets) {
                long share = leftHere == 0 ? 0 : Math.ceilDiv(missing * left.applyAsLong(bucket), leftHere);
                leftHere -= left.applyAsLong(bucket);
                missing -= share;
                if (share > 0) {
                    if (gates.lower(sale.campaign(bucket.less(share), json), REDIS_TIMEOUT) != Amendment.AMENDED) {
                        return false;
                    }
                    sales.addStock(sale.id(), bucket.bucket(), -share);
                }
            }
            return true;
        } catch (RedisException unreachable) {
            log.warn("nothing is taken away from sale {}", sale.id(), unreachable);
            return false;
        }
    }

    private Outcome done(long saleId) {
        catalogue.refresh(saleId);
        return new Outcome.Done(catalogue.findNow(saleId).orElseThrow());
    }
}
