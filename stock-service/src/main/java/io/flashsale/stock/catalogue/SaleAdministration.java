package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.flashsale.admission.Campaign;
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
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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
    private final IdentifierGenerator rowIds;
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
            IdentifierGenerator rowIds,
            ProductMapper products,
            SaleCatalogue catalogue,
            NewCampaigns newCampaigns,
            ChangeRules rules,
            StockGates gates,
            JsonMapper json,
            ApplicationEventPublisher events,
            TransactionTemplate transaction) {
        this.sales = sales;
        this.rowIds = rowIds;
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
     * Creates a sale of an existing product, with its stock and its gate, or one for each variant. The details must have
     * no fault.
     *
     * @throws ProblemException PRODUCT_NOT_FOUND, or PRODUCT_WITHDRAWN
     */
    Outcome create(long productId, List<NewOffer> offers, int buckets, MadeOnce.Request request) {
        return create(() -> offered(productId), offers, buckets, request);
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
    Outcome create(Product product, List<NewOffer> offers, int buckets, MadeOnce.Request request) {
        return create(
                () -> {
                    products.insert(product);
                    return product.id();
                },
                offers,
                buckets,
                request);
    }

    /** @param toOpen empty if an earlier request has made the sale */
    private record Made(long saleId, List<NewCampaigns.Prepared> toOpen) {}

    private Outcome create(LongSupplier product, List<NewOffer> offers, int buckets, MadeOnce.Request request) {
        Made made = Objects.requireNonNull(transaction.execute(status -> {
            OptionalLong before = request.madeBefore();
            if (before.isPresent()) {
                return new Made(before.getAsLong(), List.of());
            }
            List<Sale> rows = rows(product.getAsLong(), offers, buckets);
            for (int i = 0; i < rows.size(); i++) {
                sales.insert(rows.get(i));
                long units = offers.get(i).initialStock();
                for (int bucket = 0; bucket < buckets; bucket++) {
                    sales.insertStock(rows.get(i).id(), bucket, share(units, buckets, bucket));
                }
                commitToSeed(rows.get(i));
            }
            request.made(rows.getFirst().id());
            return new Made(
                    rows.getFirst().id(),
                    rows.stream()
                            .map(sale -> newCampaigns.prepare(sale.id(), buckets))
                            .toList());
        }));
        made.toOpen().forEach(newCampaigns::open);
        return done(made.saleId());
    }

    private List<Sale> rows(long productId, List<NewOffer> offers, int buckets) {
        if (offers.size() == 1) {
            return List.of(new Sale(productId, offers.getFirst().details(), buckets));
        }
        List<Sale> rows = new ArrayList<>();
        long first = rowIds.nextId(new Sale()).longValue();
        for (long id = first;
                rows.size() < offers.size();
                id = rowIds.nextId(new Sale()).longValue()) {
            if (Campaign.mayBeSiblings(first, id)) {
                NewOffer offer = offers.get(rows.size());
                rows.add(new Sale(id, first, Objects.requireNonNull(offer.variant()), productId, offer.details()));
            }
        }
        return rows;
    }

    /** The bucket's share of units that are spread over all buckets as evenly as possible. */
    private static long share(long units, int buckets, int bucket) {
        return units / buckets + (bucket < units % buckets ? 1 : 0);
    }

    /** The change of one sale. */
    private record Change(Sale sale, SaleDetails old, SaleDetails details, ChangeRules.Checked checked) {}

    /**
     * Applies the change to the present details, and to those that all variants of the sale share.
     *
     * @param revision that the admin has seen; null if any will do
     * @param buckets wanted for the sale; null for the number that it has, which cannot be changed
     */
    Outcome change(long saleId, @Nullable Long revision, @Nullable Integer buckets, UnaryOperator<SaleDetails> change) {
        List<Sale> variants = variantsOf(saleId);
        if (variants.isEmpty()) {
            return new Outcome.NoSuchSale();
        }
        Sale sale =
                variants.stream().filter(one -> one.id() == saleId).findFirst().orElseThrow();
        if (revision != null && revision != sale.revision()) {
            return new Outcome.Overtaken();
        }
        SaleDetails details = change.apply(sale.details());
        List<Change> changes = variants.stream()
                .map(one -> changed(
                        one, one.id() == saleId ? details : one.details().sharing(details)))
                .filter(one -> one.sale().id() == saleId || !one.details().equals(one.old()))
                .toList();
        if (buckets != null && buckets != sale.buckets()) {
            return new Outcome.Invalid("buckets stays what it was when the sale was made.");
        }
        Optional<String> fault = details.faultOfBuckets(sale.buckets())
                .or(() -> sale.familyId() == null
                        ? Optional.empty()
                        : details.faultOfVariants(variants.size(), sale.buckets()))
                .or(() -> changes.stream()
                        .flatMap(one -> one.checked().fault().stream())
                        .findFirst());
        if (fault.isPresent()) {
            return new Outcome.Invalid(fault.get());
        }
        boolean changed = Boolean.TRUE.equals(transaction.execute(status -> {
            for (Change one : changes) {
                if (!isWritten(one)) {
                    status.setRollbackOnly();
                    return false;
                }
            }
            return true;
        }));
        if (!changed) {
            return new Outcome.Overtaken();
        }
        changes.forEach(one -> {
            events.publishEvent(new CampaignChanged(one.sale().id()));
            catalogue.refresh(one.sale().id());
        });
        return done(saleId);
    }

    /** The sale, or all that are variants of it, in ascending order: so two changes do not wait for each other. */
    private List<Sale> variantsOf(long saleId) {
        Sale sale = sales.selectById(saleId);
        return sale == null || sale.familyId() == null
                ? Stream.ofNullable(sale).toList()
                : sales.selectList(new QueryWrapper<Sale>()
                        .eq("family_id", sale.familyId())
                        .orderByAsc("id"));
    }

    private Change changed(Sale sale, SaleDetails details) {
        SaleDetails old = sale.details();
        return new Change(sale, old, details, rules.check(sale.id(), old, details));
    }

    /** Returns false if somebody else has changed the sale meanwhile. */
    private boolean isWritten(Change change) {
        Sale sale = change.sale();
        if (change.details().priceCents() != change.old().priceCents()) {
            sales.rememberPrice(sale.id(), change.old().priceCents()); // orders on their way were sold at it
        }
        if (change.checked().mayHideOpening()) {
            sales.rememberOpen(sale.id());
        }
        sale.describe(change.details());
        if (sales.updateById(sale) != 1) {
            return false;
        }
        sales.raiseRevision(sale.id()); // MyBatis-Plus has only counted, which may repeat one from before a restore
        commitToSeed(sale);
        return true;
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
