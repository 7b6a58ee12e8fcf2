package io.flashsale.gateway.connection;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Knows since when the headers of a request have been arriving. Tomcat's own time-out restarts with each byte, so
 * one byte every few seconds would hold a connection for hours.
 *
 * @param <C> a connection
 */
final class HeadDeadline<C> {

    private final long timeoutNanos;
    private final LongSupplier nanoTime;
    private final Map<C, Long> began = new ConcurrentHashMap<>();

    HeadDeadline(Duration timeout, LongSupplier nanoTime) {
        this.timeoutNanos = timeout.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Notes that bytes have arrived, but the headers are incomplete. */
    void incomplete(C connection) {
        began.putIfAbsent(connection, nanoTime.getAsLong());
    }

    /** Notes that the headers are complete, or the connection is closed. */
    void done(C connection) {
        began.remove(connection);
    }

    /** Whether the headers have been arriving for too long. */
    boolean isOver(C connection) {
        Long since = began.get(connection);
        return since != null && nanoTime.getAsLong() - since > timeoutNanos;
    }
}
