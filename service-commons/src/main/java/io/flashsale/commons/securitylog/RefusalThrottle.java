package io.flashsale.commons.securitylog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Says which refusals are worth a line: the first of an address in a while, and only so many of all. */
final class RefusalThrottle {

    static final Duration WHILE = Duration.ofSeconds(10);
    static final int MAX_A_SECOND = 20;

    private static final int MAX_REMEMBERED = 10_000;

    private final InstantSource clock;
    private final Cache<Key, Boolean> lately;
    private final LongAdder leftOut = new LongAdder();

    private long second;
    private int linesInIt;

    RefusalThrottle(InstantSource clock) {
        this.clock = clock;
        this.lately = Caffeine.newBuilder()
                .maximumSize(MAX_REMEMBERED)
                .expireAfterWrite(WHILE)
                .ticker(nanosOf(clock))
                .build();
    }

    private record Key(Refusal kind, String address) {}

    private static Ticker nanosOf(InstantSource clock) {
        return () -> TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    /** How many got no line since the last line; empty if this one gets none either. */
    OptionalLong leftOutBefore(Refusal kind, String address) {
        boolean first = lately.asMap().putIfAbsent(new Key(kind, address), Boolean.TRUE) == null;
        if (first && hasRoom()) {
            return OptionalLong.of(leftOut.sumThenReset());
        }
        leftOut.increment();
        return OptionalLong.empty();
    }

    private synchronized boolean hasRoom() {
        long now = clock.millis() / 1_000;
        if (now != second) {
            second = now;
            linesInIt = 0;
        }
        return linesInIt++ < MAX_A_SECOND;
    }
}
