package io.flashsale.commons.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;

/**
 * A list as it was at one moment, and the pages that were made of it.
 *
 * <p>Guarantees that a page is made once, however many callers ask for it, and that callers who make up searches and
 * places cause at most {@link #MAX_NEW_PAGES} pages. The few pages with which readers begin, and those that follow them
 * without a search, are made in any case.
 *
 * @param <T> an entry
 */
public final class EncodedList<T> {

    /** Made-up pages of one list. A list lives for a second. */
    static final int MAX_NEW_PAGES = 200;

    private static final long MAX_BYTES = 16L << 20;

    /** Of a page that shows nothing, with what was searched for. */
    private static final int ENTRY_BYTES = 512;

    private final NavigableMap<ListPlace, T> inOrder;
    private final Semaphore newPages = new Semaphore(MAX_NEW_PAGES);

    /** Pages to which readers come who begin at a first one. */
    private final Set<PageQuery<T>> following = ConcurrentHashMap.newKeySet();

    private final Cache<PageQuery<T>, EncodedPage> pages = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .<PageQuery<T>, EncodedPage>weigher((query, page) -> ENTRY_BYTES + page.bytes())
            .build();

    public EncodedList(Map<ListPlace, T> entries) {
        this.inOrder = new TreeMap<>(entries);
    }

    /**
     * Returns the page, from memory if it was made before.
     *
     * @param encode writes its entries as JSON
     * @throws ProblemException 503 if too many different pages were asked for
     */
    public EncodedPage page(PageQuery<T> query, Function<List<T>, byte[]> encode) {
        return pages.get(realPlace(query), key -> {
            boolean isExpected = key.isFirst() || following.contains(key);
            if (!isExpected && !newPages.tryAcquire()) {
                throw tooMany();
            }
            EncodedPage page = make(key, encode);
            if (isExpected && page.next() != null) {
                following.add(key.after(page.next()));
            }
            return page;
        });
    }

    /** The same page, after an entry that there is, so that made-up places lead to no other pages than real ones. */
    private PageQuery<T> realPlace(PageQuery<T> query) {
        return query.after() == null
                ? query
                : new PageQuery<>(query.filter(), inOrder.floorKey(query.after()), query.size());
    }

    private EncodedPage make(PageQuery<T> query, Function<List<T>, byte[]> encode) {
        var rest = query.after() == null ? inOrder : inOrder.tailMap(query.after(), false);
        var found = rest.entrySet().stream()
                .filter(entry -> query.filter().fits(entry.getValue()))
                .limit(query.size() + 1L)
                .toList();
        var shown = found.subList(0, Math.min(query.size(), found.size()));
        return EncodedPage.of(
                encode.apply(shown.stream().map(Map.Entry::getValue).toList()),
                found.size() > shown.size() ? shown.getLast().getKey() : null);
    }

    private static ProblemException tooMany() {
        ProblemException refusal =
                new ProblemException(ProblemType.SERVICE_UNAVAILABLE, "Too many different searches right now.");
        refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
        return refusal;
    }
}
