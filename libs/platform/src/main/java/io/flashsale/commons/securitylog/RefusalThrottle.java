package io.flashsale.commons.securitylog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.quota.ClientAddress;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Selects the refusals to log: the first of each client in a while, and a limited number of each kind. */
final class RefusalThrottle {

    static final Duration WHILE = Duration.ofSeconds(10);
    static final int MAX_A_SECOND = 10;

    private static final int MAX_REMEMBERED = 10_000;

    private final InstantSource clock;
    private final Cache<Key, Boolean> lately;
    private final LongAdder leftOut = new LongAdder();

    private final Map<Refusal, Lines> ofKind = new EnumMap<>(Refusal.class);

    RefusalThrottle(InstantSource clock) {
        this.clock = clock;
        this.lately = Caffeine.newBuilder()
                .maximumSize(MAX_REMEMBERED)
                .expireAfterWrite(WHILE)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .build();
    }

    /** @param client all addresses of one line count as one client */
    private record Key(Refusal kind, Object client) {}

    private static final class Lines {

        private long second;
        private int count;
    }

    /** How many refusals were skipped since the last line; empty if this one is skipped, too. */
    OptionalLong leftOutBefore(Refusal kind, String address) {
        boolean first = lately.asMap().putIfAbsent(new Key(kind, ClientAddress.of(address)), Boolean.TRUE) == null;
        if (first && hasRoom(kind)) {
            return OptionalLong.of(leftOut.sumThenReset());
        }
        leftOut.increment();
        return OptionalLong.empty();
    }

    private synchronized boolean hasRoom(Refusal kind) {
        Lines lines = ofKind.computeIfAbsent(kind, first -> new Lines());
        long now = clock.millis() / 1_000;
        if (now != lines.second) {
            lines.second = now;
            lines.count = 0;
        }
        return lines.count++ < MAX_A_SECOND;
    }
}
