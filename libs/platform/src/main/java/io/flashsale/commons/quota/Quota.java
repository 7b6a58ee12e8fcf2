package io.flashsale.commons.quota;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what each holder has at one time, and refuses more than the limit. Forgets holders that have nothing.
 *
 * @param <K> a holder, such as an account, compared by equality
 */
public final class Quota<K> {

    /** The count of a holder that was forgotten: nobody may take from it any more. */
    private static final long FORGOTTEN = Long.MIN_VALUE;

    /** One counter for each holder, so that a crowd of one holder meets no lock of the map. */
    private final ConcurrentMap<K, AtomicLong> held = new ConcurrentHashMap<>();

    /** Takes the units if the holder then has at most the limit; returns whether it did. */
    public boolean take(K holder, long units, long limit) {
        while (units <= limit) {
            AtomicLong count = held.computeIfAbsent(holder, none -> new AtomicLong());
            long before = count.get();
            if (before == FORGOTTEN) {
                held.remove(holder, count);
            } else if (before + units > limit) {
                return false;
            } else if (count.compareAndSet(before, before + units)) {
                return true;
            }
        }
        return false;
    }

    /** Gives back units that were taken, all or some of them. */
    public void giveBack(K holder, long units) {
        AtomicLong count = Objects.requireNonNull(held.get(holder), "nothing was taken");
        if (count.addAndGet(-units) == 0 && count.compareAndSet(0, FORGOTTEN)) {
            held.remove(holder, count);
        }
    }

    /** The number of holders that have something. */
    public int holders() {
        return held.size();
    }
}
