package io.flashsale.stock.catalogue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sales that are listed, as they were at one moment, and the pages that were made of them: each is made once,
 * however many ask for it.
 */
final class ListedSales {

    private static final long MAX_BYTES = 16L << 20;

    /** Of a page that shows nothing, with what was searched for. */
    private static final int ENTRY_BYTES = 512;

    private final NavigableMap<ListPlace, Found> inOrder = new TreeMap<>();

    private final Cache<ListQuery, SalePage> pages = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .<ListQuery, SalePage>weigher((query, page) -> ENTRY_BYTES + page.bytes())
            .build();

    private record Found(long id, Phase phase, String text) {

        boolean fits(ListQuery query) {
            return (query.phase() == null || query.phase() == phase) && text.contains(query.text());
        }
    }

    /**
     * @param ids of the sales of the page, in their order
     * @param last the place of the last one if there are more; otherwise null
     */
    record Page(List<Long> ids, @Nullable ListPlace last) {}

    ListedSales(List<ListedSale> sales, Instant now) {
        for (ListedSale sale : sales) {
            String text = (sale.title() + '\n' + sale.productName()).toLowerCase(Locale.ROOT);
            inOrder.put(ListPlace.of(sale, now), new Found(sale.id(), sale.phase(now), text));
        }
    }

    /** @param make called once for a page */
    SalePage page(ListQuery query, Function<Page, SalePage> make) {
        return pages.get(query, key -> make.apply(find(key)));
    }

    private Page find(ListQuery query) {
        var rest = query.after() == null ? inOrder : inOrder.tailMap(query.after(), false);
        var found = rest.entrySet().stream()
                .filter(sale -> sale.getValue().fits(query))
                .limit(query.size() + 1L)
                .toList();
        var shown = found.subList(0, Math.min(query.size(), found.size()));
        return new Page(
                shown.stream().map(sale -> sale.getValue().id()).toList(),
                found.size() > shown.size() ? shown.getLast().getKey() : null);
    }
}
