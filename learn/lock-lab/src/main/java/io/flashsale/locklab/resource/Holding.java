package io.flashsale.locklab.resource;

import org.jspecify.annotations.Nullable;

/**
 * A stay at an item.
 *
 * @param fromMicros when it began, in microseconds since 1970
 * @param toMicros when it ended; null while it lasts
 * @param shared whether the client came only to read
 * @param violating whether another client was inside too, and one of the two came to write
 */
public record Holding(
        String item,
        String who,
        long fromMicros,
        @Nullable Long toMicros,
        boolean shared,
        long token,
        boolean violating) {

    Holding until(long micros) {
        return new Holding(item, who, fromMicros, micros, shared, token, violating);
    }

    Holding beside() {
        return new Holding(item, who, fromMicros, toMicros, shared, token, true);
    }
}
