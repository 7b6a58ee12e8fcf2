package io.flashsale.commons.quota;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what each holder has at one time, and refuses more than the limit. Forgets holders that have nothing, and
 * never makes one holder wait for another.
 *
 * @param <K> a holder, such as an account, compared by equality
 */
public final class Quota<K> {

    /** Marks a count that nobody can take from any more. */
    private static final long FORGOTTEN = -1;

    private final Map<K, AtomicLong> held = new ConcurrentHashMap<>();

    /** Takes the units if the holder then has at most the limit; returns whether it did. */
    public boolean take(K holder, long units, long limit) {
        while (true) {
            AtomicLong known = held.get(holder);
            AtomicLong count = known == null ? held.computeIfAbsent(holder, same -> new AtomicLong()) : known;
            long before = count.get();
            if (before == FORGOTTEN) {
                held.remove(holder, count);
            } else if (before + units > limit) {
                forgetIfUnused(holder, count);
                return false;
            } else if (count.compareAndSet(before, before + units)) {
                return true;
            }
        }
    }

    /** Gives back units that were taken, all or some of them. */
    public void giveBack(K holder, long units) {
        AtomicLong count = Objects.requireNonNull(held.get(holder), "nothing was taken");
        count.addAndGet(-units);
        forgetIfUnused(holder, count);
    }

    private void forgetIfUnused(K holder, AtomicLong count) {
        if (count.get() == 0 && count.compareAndSet(0, FORGOTTEN)) {
            held.remove(holder, count);
        }
    }

    /** The number of holders that have something. */
    public int holders() {
        return held.size();
    }
}
