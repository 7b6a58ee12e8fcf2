package io.flashsale.controlroom.crowd;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Counts the responses per second to all clicks, including repeated ones. Thread-safe. */
final class Clicks {

    private final TreeMap<Instant, long[]> bySecond = new TreeMap<>();

    /** @param at start of the second */
    record Second(Instant at, long accepted, long refused, long undecided) {}

    synchronized void add(Instant when, ShopAnswer.Kind kind) {
        bySecond.computeIfAbsent(
                        when.truncatedTo(ChronoUnit.SECONDS), second -> new long[ShopAnswer.Kind.values().length])[
                kind.ordinal()]++;
    }

    /** Returns every second from the first response to the latest, including those without any. */
    synchronized List<Second> seconds() {
        List<Second> seconds = new ArrayList<>();
        if (bySecond.isEmpty()) {
            return seconds;
        }
        long[] none = new long[ShopAnswer.Kind.values().length];
        for (Instant at = bySecond.firstKey(); !at.isAfter(bySecond.lastKey()); at = at.plusSeconds(1)) {
            long[] counts = bySecond.getOrDefault(at, none);
            seconds.add(new Second(
                    at,
                    counts[ShopAnswer.Kind.ACCEPTED.ordinal()],
                    counts[ShopAnswer.Kind.REFUSED.ordinal()],
                    counts[ShopAnswer.Kind.UNDECIDED.ordinal()]));
        }
        return seconds;
    }
}
