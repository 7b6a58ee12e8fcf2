package io.flashsale.order.journey;

import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.order.ordering.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * What happens to orders long after their clicks. Never fails, and nobody waits for it: whoever has an order's row has what names
 * its click; where nobody has read the row it is read in the background, and only where clicks are followed at all.
 */
@Component
public class FollowedOrders implements AutoCloseable {

    /** Orders whose row is to be read. Of what comes meanwhile nothing is told. */
    private static final int MAX_WAITING = 1_000;

    private static final Duration TO_THE_END = Duration.ofSeconds(1);

    private final JourneyMapper orders;
    private final OrderTrace trace;

    /** Its thread is there from the first one on. */
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

    /** When something begins that may become a stop; nobody asks the clock where nothing does. */
    public Instant now() {
        return trace.now();
    }

    /** Whether one of these orders came from a followed click. */
    public boolean areAmong(Collection<Order> some) {
        return trace.followsAny(some, Order::traceparent);
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    void on(ClosedStops closed) {
        trace.stops(
                Stop.CLOSING,
                closed.begin(),
                closed.closed(),
                Order::traceparent,
                order -> Map.of(
                        "orders.id",
                        Long.toString(order.id()),
                        "orders.status",
                        "CLOSED",
                        "orders.reason",
                        closed.reason().name(),
                        "outbox",
                        "OrderReleased"));
    }

    /** Something has happened to an order of this click, and is committed. */
    public void stop(Stop stop, @Nullable String traceparent, Instant begin, Supplier<Map<String, String>> wrote) {
        trace.stop(stop, traceparent, begin, wrote);
    }

    /** The same where nobody has read the order's row. */
    public void stop(Stop stop, long orderId, Instant begin, Supplier<Map<String, String>> wrote) {
        if (trace.isOn()) {
            Instant end = trace.now();
            lookups.execute(() -> trace.tell(() -> orders.traceparent(orderId)
                    .ifPresent(traceparent -> trace.stop(stop, traceparent, begin, end, wrote))));
        }
    }

    /** What is waiting is told of, if that takes no longer than a second. */
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
