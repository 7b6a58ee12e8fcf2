package io.flashsale.order.journey;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reports what happens to orders long after their clicks. Never fails, and no caller waits for it. A caller that
 * has read the order's row passes the click's trace. Otherwise a background thread reads the row, and only if
 * clicks are followed at all.
 */
@Component
public class FollowedOrders implements AutoCloseable {

    /** Orders whose row is still to be read. When the queue is full, further stops are not reported. */
    private static final int MAX_WAITING = 1_000;

    private static final Duration TO_THE_END = Duration.ofSeconds(1);

    private final JourneyMapper orders;
    private final OrderTrace trace;

    /** Starts its thread with the first task. */
    private final ThreadPoolExecutor lookups = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            Thread.ofVirtual().name("followed-orders").factory(),
            new ThreadPoolExecutor.DiscardPolicy());

    FollowedOrders(JourneyMapper orders, OrderTrace trace) {
        this.orders = orders;
        this.trace = trace;
    }

    /** The time at which a possible stop begins; reads the clock only if clicks are followed. */
    public Instant now() {
        return trace.now();
    }

    /** Reports something that has happened to an order of this click and is committed. */
    public void stop(Stop stop, @Nullable String traceparent, Instant begin, Supplier<Map<String, String>> wrote) {
        trace.stop(stop, traceparent, begin, wrote);
    }

    /** Does the same for a caller that has not read the order's row. */
    public void stop(Stop stop, long orderId, Instant begin, Supplier<Map<String, String>> wrote) {
        if (trace.isOn()) {
            Instant end = trace.now();
            lookups.execute(() -> trace.tell(() -> orders.traceparent(orderId)
                    .ifPresent(traceparent -> trace.stop(stop, traceparent, begin, end, wrote))));
        }
    }

    /** Reports what is waiting, for up to a second. */
    @Override
    public void close() {
        lookups.shutdown();
        try {
            if (!lookups.awaitTermination(TO_THE_END.toMillis(), TimeUnit.MILLISECONDS)) {
                lookups.shutdownNow();
            }
        } catch (InterruptedException hurried) {
            lookups.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
