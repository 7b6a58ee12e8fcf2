package io.flashsale.entry.pace;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Sets how many places a second are served: as many as an admin allows, and fewer while the shop is overloaded. Each
 * sign of overload halves the pace; each second without one raises it by a tenth of the bound (additive increase,
 * multiplicative decrease, as in TCP).
 */
public final class Pace {

    private final ConcurrentMap<Long, Long> paces = new ConcurrentHashMap<>();

    /**
     * The pace of this second; to be called once a second.
     *
     * @param bound places a second, at most
     * @return 1 to {@code bound}
     */
    public long next(long saleId, long bound, boolean strained) {
        return paces.merge(saleId, bound, (before, most) -> of(Math.min(before, most), most, strained));
    }

    private static long of(long before, long bound, boolean strained) {
        return strained ? Math.max(1, before / 2) : Math.min(bound, before + Math.max(1, bound / 10));
    }
}
