package io.flashsale.commons.quota;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts what each holder has at one time, and refuses more than the limit. Forgets holders that have nothing.
 *
 * @param <K> a holder, such as an account, compared by equality
 */
public final class Quota<K> {

    /** Never zero. */
    private final ConcurrentMap<K, Long> held = new ConcurrentHashMap<>();

    /** Takes the units if the holder then has at most the limit; returns whether it did. */
    public boolean take(K holder, long units, long limit) {
        while (true) {
            Long before = held.get(holder);
            long after = before == null ? units : before + units;
            if (after > limit) {
                return false;
            }
            if (before == null ? held.putIfAbsent(holder, after) == null : held.replace(holder, before, after)) {
                return true;
            }
        }
    }

    /** Gives back units that were taken, all or some of them. */
    public void giveBack(K holder, long units) {
        while (true) {
            Long before = Objects.requireNonNull(held.get(holder), "nothing was taken");
            long after = before - units;
            if (after == 0 ? held.remove(holder, before) : held.replace(holder, before, after)) {
                return;
            }
        }
    }

    /** The number of holders that have something. */
    public int holders() {
        return held.size();
    }
}
