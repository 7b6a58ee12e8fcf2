package io.flashsale.commons.quota;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Slows down repeated attempts that may be guesses (exponential back-off).
 *
 * <p>Some attempts are free. Each further one doubles the wait, up to a maximum. An attempt counts when it begins,
 * so that parallel attempts gain nothing; {@link #succeeded} clears them. One attempt is forgiven after each period
 * without trouble. A key is forgotten after a time without attempts, or when there are too many keys.
 *
 * <p>Each instance of a service counts on its own.
 *
 * @param <K> the target of the guesses, or their sender
 */
public final class Backoff<K> {

    private static final int MAX_DOUBLINGS = 30;

    private final int free;
    private final Duration first;
    private final Duration maxWait;
    private final Duration forgiven;
    private final InstantSource clock;
    private final Cache<K, Attempts> attempts;

    /**
     * @param free attempts before the first wait
     * @param first wait after those
     * @param maxWait the longest wait
     * @param forgiven the period after which one attempt is forgiven: attempts at a slower pace never lead to a
     *     wait
     * @param tracked the most keys that are remembered
     */
    public Backoff(int free, Duration first, Duration maxWait, Duration forgiven, long tracked, InstantSource clock) {
        this.free = free;
        this.first = first;
        this.maxWait = maxWait;
        this.forgiven = forgiven;
        this.clock = clock;
        this.attempts = Caffeine.newBuilder()
                .maximumSize(tracked)
                .expireAfterWrite(maxWait.plus(forgiven.multipliedBy(free)))
                .build();
    }

    private record Attempts(int count, Instant at, Instant until) {}

    /** Begins an attempt and returns 0, or refuses it and returns the seconds to wait, at least 1. */
    public long begin(K key) {
        AtomicReference<Duration> wait = new AtomicReference<>(Duration.ZERO);
        attempts.asMap().compute(key, (same, before) -> {
            Instant now = clock.instant();
            if (before == null) {
                return new Attempts(1, now, now.plus(waitAfter(1)));
            }
            if (now.isBefore(before.until())) {
                wait.set(Duration.between(now, before.until()));
                return before;
            }
            int less = forgivenSince(before.at(), now);
            int left = Math.max(0, before.count() - less);
            Instant at =
                    left == 0 ? now : before.at().plus(forgiven.multipliedBy(less)); // keeps the period already begun
            return new Attempts(left + 1, at, now.plus(waitAfter(left + 1)));
        });
        return seconds(wait.get());
    }

    /** The current wait in seconds, or 0; counts nothing. */
    public long waitFor(K key) {
        Attempts before = attempts.getIfPresent(key);
        return before == null ? 0 : seconds(Duration.between(clock.instant(), before.until()));
    }

    /** Takes back the attempt that began last: it no longer counts, and nobody waits because of it. */
    public void takeBack(K key) {
        attempts.asMap().computeIfPresent(key, (same, before) -> {
            int left = before.count() - 1;
            return left == 0 ? null : new Attempts(left, before.at(), clock.instant());
        });
    }

    /** Clears the key, because the attempt was no guess. */
    public void succeeded(K key) {
        attempts.invalidate(key);
    }

    private int forgivenSince(Instant time, Instant now) {
        return (int) Math.min(
                Integer.MAX_VALUE, Math.max(0, Duration.between(time, now).dividedBy(forgiven)));
    }

    private static long seconds(Duration wait) {
        return wait.isPositive() ? Math.max(1, wait.plusMillis(999).toSeconds()) : 0;
    }

    private Duration waitAfter(int count) {
        if (count <= free) {
            return Duration.ZERO;
        }
        Duration wait = first.multipliedBy(1L << Math.min(count - free - 1, MAX_DOUBLINGS));
        return wait.compareTo(maxWait) < 0 ? wait : maxWait;
    }
}
