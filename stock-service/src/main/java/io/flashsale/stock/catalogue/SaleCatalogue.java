package io.flashsale.stock.catalogue;

import static java.util.Comparator.comparingLong;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.admission.Campaign;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.listing.EncodedList;
import io.flashsale.entry.sale.EntrySales;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Reads what is on offer. Answers may be one second old, so that a stampede of readers costs MySQL one query a second
 * and a sale; {@link #refresh} makes a change visible at once on this instance.
 */
@Component
public class SaleCatalogue implements EntrySales {

    /** How long a closed sale stays listed, warm and watched: its orders may still be cancelled. */
    private static final Duration LISTING_TTL = Duration.ofDays(7);

    private static final int MAX_LISTED = 20_000;
    private static final int PAGE = 500;
    private static final String LIST = "list";
    private static final Duration CACHE_TTL = Duration.ofSeconds(1);

    private final SaleMapper sales;
    private final Clock clock;
    private final LoadingCache<Long, Optional<SaleWithStock>> byId;
    private final LoadingCache<String, EncodedList<ListedSales.Found>> list;
    private final Cache<Long, Integer> numberOfBuckets =
            Caffeine.newBuilder().maximumSize(10_000).build();
    private final Cache<Long, Set<Long>> prices =
            Caffeine.newBuilder().maximumSize(10_000).build();

    @Autowired
    SaleCatalogue(SaleMapper sales, Clock clock) {
        this(sales, clock, Ticker.systemTicker());
    }

    /** @param ticker by which answers get old */
    SaleCatalogue(SaleMapper sales, Clock clock, Ticker ticker) {
        this.sales = sales;
        this.clock = clock;
        this.byId = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(CACHE_TTL)
                .maximumSize(10_000)
                .build(CacheLoader.<Long, Optional<SaleWithStock>>bulk(this::read));
        this.list =
                Caffeine.newBuilder().ticker(ticker).expireAfterWrite(CACHE_TTL).build(key -> readList());
    }

    private Map<Long, Optional<SaleWithStock>> read(Set<? extends Long> ids) {
        Map<Long, SaleWithStock> found = sales.findAll(ids).stream().collect(toMap(SaleWithStock::id, identity()));
        return ids.stream().collect(toMap(identity(), id -> Optional.ofNullable(found.get(id))));
    }

    @Override
    public Optional<SaleWithStock> find(long id) {
        return byId.get(id);
    }

    /**
     * The sales with these ids as they were at most a second ago. Those not asked for since are read with one query.
     */
    public List<SaleWithStock> findAll(Set<Long> ids) {
        return byId.getAll(ids).values().stream().flatMap(Optional::stream).toList();
    }

    /** The variants of one sale, in the order in which they were named; empty if the sale is none. */
    List<SaleWithStock> variantsOf(SaleWithStock sale) {
        List<Long> ids = sale.variants();
        return ids.isEmpty()
                ? List.of()
                : findAll(Set.copyOf(ids)).stream()
                        .sorted(comparingLong(SaleWithStock::id))
                        .toList();
    }

    /**
     * Sales that are open, will open, or closed not long ago, as they were at most a second ago. If there are too many,
     * leaves out first those that closed longest ago, then those that open last.
     */
    EncodedList<ListedSales.Found> listed() {
        return list.get(LIST);
    }

    private EncodedList<ListedSales.Found> readList() {
        Instant now = clock.instant();
        List<ListedSale> next = sales.openingFirst(now, MAX_LISTED);
        int room = MAX_LISTED - next.size();
        List<ListedSale> over = room == 0 ? List.of() : sales.closedLast(listedSince(), now, room);
        return ListedSales.at(now, Stream.concat(next.stream(), over.stream()).toList());
    }

    /**
     * Reads the sales that are open, will open, or closed not long ago now, page by page, in the order in which they close.
     *
     * @param last of the page before; null for the first page
     */
    public List<SaleWithStock> recentAfter(@Nullable Campaign last) {
        return last == null
                ? sales.closingAfter(listedSince(), Long.MAX_VALUE, PAGE)
                : sales.closingAfter(last.closesAt(), Buckets.campaignOf(last.id()), PAGE);
    }

    @Override
    public List<SaleWithStock> withEntry() {
        return sales.withEntry(listedSince());
    }

    /** The ids of the sales of this product that are open, will open, or closed not long ago. */
    List<Long> recentOf(long productId) {
        return sales.ofProduct(productId, listedSince());
    }

    private Instant listedSince() {
        return clock.instant().minus(LISTING_TTL);
    }

    /** Reads the sale now. */
    public Optional<SaleWithStock> findNow(long id) {
        return Optional.ofNullable(sales.find(id));
    }

    /** Reads the sale once no transaction is changing it, as Redis may know of that change already. */
    public Optional<SaleWithStock> findSettled(long id) {
        return Optional.ofNullable(sales.awaitChange(id)).flatMap(this::findNow);
    }

    /** Reads the sale now, and locks it and its stock until the transaction ends. */
    public Optional<SaleWithStock> findAndLock(long id) {
        return Optional.ofNullable(sales.findAndLock(id, 0))
                .map(sale -> sale.buckets() == 1 ? sale : sale.with(sales.lockBuckets(id)));
    }

    /** The buckets of a sale that this transaction has locked, in their sequence. */
    List<SaleWithStock.Bucket> lockedBuckets(SaleWithStock sale) {
        return sale.buckets() == 1 ? List.of(sale.onlyBucket()) : sales.lockBuckets(sale.id());
    }

    /**
     * Reads and locks the sale and one bucket until the transaction ends; locks no other bucket. If the sale has
     * several buckets, its own units mean nothing.
     */
    public Optional<SaleWithStock.WithBucket> findAndLock(long id, int bucket) {
        return Optional.ofNullable(sales.findAndLock(id, bucket))
                .map(sale -> new SaleWithStock.WithBucket(
                        sale, sale.buckets() == 1 ? sale.onlyBucket() : sales.lockBucket(id, bucket)));
    }

    /** Reads now the buckets of those sales that have several, in their sequence. */
    public Map<Long, List<SaleWithStock.Bucket>> bucketsOf(Collection<SaleWithStock> some) {
        List<Long> ids = some.stream()
                .filter(sale -> sale.buckets() > 1)
                .map(SaleWithStock::id)
                .toList();
        return ids.isEmpty()
                ? Map.of()
                : sales.bucketsOf(ids).stream().collect(groupingBy(SaleWithStock.Bucket::saleId));
    }

    /** Reads the number once. */
    @Override
    public int numberOfBuckets(long id) {
        Integer known = numberOfBuckets.getIfPresent(id);
        if (known != null) {
            return known;
        }
        Integer read = sales.numberOfBuckets(id);
        if (read == null) {
            return 1;
        }
        numberOfBuckets.put(id, read);
        return read;
    }

    /**
     * The present and earlier prices of the sale; none if there is no such sale. A recorded price stays valid, so they
     * are read only if one that is asked for is not known yet.
     *
     * @param asked that the answer must decide about; others may be missing
     */
    public Set<Long> prices(long id, Set<Long> asked) {
        Set<Long> known = prices.getIfPresent(id);
        if (known != null && known.containsAll(asked)) {
            return known;
        }
        Set<Long> read = sales.prices(id);
        if (!read.isEmpty()) {
            prices.put(id, read);
        }
        return read;
    }

    public void refresh(long id) {
        byId.invalidate(id);
        list.invalidate(LIST);
    }
}
