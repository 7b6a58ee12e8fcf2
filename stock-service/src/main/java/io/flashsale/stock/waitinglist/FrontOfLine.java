package io.flashsale.stock.waitinglist;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.Arrays;

/**
 * Tells shoppers how many are ahead of them. Reads the first places in line of a sale once a second, however many
 * shoppers ask, and again for a shopper who has joined since. So the answer is at most a second old.
 */
final class FrontOfLine {

    /** How many of the shoppers ahead are counted. */
    static final int MAX_AHEAD = 1_000;

    private static final Duration CACHE_TTL = Duration.ofSeconds(1);

    private final WaitingListMapper list;

    /** By sale, in sequence. */
    private final Cache<Long, long[]> places;

    FrontOfLine(WaitingListMapper list, Ticker ticker) {
        this.list = list;
        this.places = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(CACHE_TTL)
                .maximumSize(1_000)
                .build();
    }

    /** How many are before this place, which is in line; at most {@value #MAX_AHEAD}. */
    int ahead(long saleId, long place) {
        long[] known = places.get(saleId, this::read);
        if (known.length < MAX_AHEAD && (known.length == 0 || known[known.length - 1] < place)) {
            known = read(saleId);
            places.put(saleId, known);
        }
        int found = Arrays.binarySearch(known, place);
        return found < 0 ? -found - 1 : found;
    }

    private long[] read(long saleId) {
        return list.first(saleId, MAX_AHEAD).stream().mapToLong(Long::longValue).toArray();
    }
}
