package io.flashsale.order.push;

import io.flashsale.commons.background.StreamLifecycle;
import io.flashsale.commons.quota.Quota;
import io.flashsale.order.ordering.OrderView;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The streams that are connected to this instance. */
@Component
class OrderStreams extends StreamLifecycle {

    static final int MAX_PER_SHOPPER = 10;

    /** After this time a browser reconnects by itself; a forgotten tab does not hold a connection for ever. */
    private static final Duration MAX_DURATION = Duration.ofMinutes(10);

    private final Map<Long, Set<OrderStream>> byOrder = new ConcurrentHashMap<>();
    private final Quota<Long> shoppers = new Quota<>();

    OrderStreams(MeterRegistry meters) {
        meters.gauge("flashsale.streams.orders", byOrder, Map::size);
    }

    /** Opens a stream; empty if the shopper has too many open. */
    Optional<OrderStream> open(long shopper, long orderId) {
        if (!shoppers.take(shopper, 1, MAX_PER_SHOPPER)) {
            return Optional.empty();
        }
        OrderStream stream = new OrderStream(new SseEmitter(MAX_DURATION.toMillis()), orderId, shopper);
        byOrder.compute(orderId, (id, streams) -> {
            Set<OrderStream> all = streams == null ? ConcurrentHashMap.newKeySet() : streams;
            all.add(stream);
            return all;
        });
        stream.emitter().onCompletion(() -> forget(stream));
        stream.emitter().onTimeout(() -> stream.emitter().complete());
        stream.emitter().onError(gone -> forget(stream));
        return Optional.of(stream);
    }

    /** Drops the stream. Calling it twice is harmless. */
    void forget(OrderStream stream) {
        byOrder.computeIfPresent(stream.orderId(), (id, streams) -> {
            if (streams.remove(stream)) {
                shoppers.giveBack(stream.shopper(), 1);
            }
            return streams.isEmpty() ? null : streams;
        });
    }

    /** The orders that shoppers follow on this instance. */
    Collection<Long> watched() {
        return List.copyOf(byOrder.keySet());
    }

    boolean isWatched(long orderId) {
        return byOrder.containsKey(orderId);
    }

    /** Sends a status to all followers of the order. A slow connection does not delay the others. */
    void push(OrderView view) {
        byOrder.getOrDefault(view.orderId(), Set.of())
                .forEach(stream -> Thread.startVirtualThread(() -> deliver(stream, () -> stream.send(view))));
    }

    void sendHeartbeats() {
        byOrder.values()
                .forEach(streams -> streams.forEach(
                        stream -> Thread.startVirtualThread(() -> deliver(stream, stream::sendHeartbeat))));
    }

    private void deliver(OrderStream stream, Sending sending) {
        try {
            sending.send();
        } catch (IOException | IllegalStateException gone) {
            forget(stream); // the container ends the request by itself
        }
    }

    private interface Sending {
        void send() throws IOException;
    }

    @Override
    protected void endStreams() {
        byOrder.values()
                .forEach(streams -> streams.forEach(stream -> stream.emitter().complete()));
    }
}
