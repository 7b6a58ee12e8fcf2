package io.flashsale.controlroom.live;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns growing counts into rates per second. For use by one thread. */
final class Rates {

    private record Count(long count, Instant at) {}

    private final Map<String, Count> last = new LinkedHashMap<>();

    /**
     * Returns the rate of each count since it was last known. It is null if the count is unknown now, was never
     * known before, or fell because a service restarted.
     */
    Map<String, @Nullable Double> of(Map<String, @Nullable Long> counts, Instant at) {
        Map<String, @Nullable Double> rates = new LinkedHashMap<>();
        counts.forEach((name, count) -> {
            rates.put(name, count == null ? null : rate(last.get(name), count, at));
            if (count != null) {
                last.put(name, new Count(count, at));
            }
        });
        return rates;
    }

    private static @Nullable Double rate(@Nullable Count before, long count, Instant at) {
        if (before == null || count < before.count() || !at.isAfter(before.at())) {
            return null;
        }
        double seconds = Duration.between(before.at(), at).toNanos() / 1e9;
        return Math.round((count - before.count()) / seconds * 10) / 10.0;
    }
}
