package io.flashsale.order.push;

import io.flashsale.order.ordering.OrdersChanged;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Tells all instances on a Redis topic which orders have changed.
 *
 * <p>One message at a time covers all orders that changed since the one before.
 *
 * <p>Best effort: without Redis, or if a message is lost, shoppers learn of the change two seconds later through
 * {@link OrderWatch#lookAtAll}.
 */
@Component
class Announcements {

    static final String TOPIC = "order-changes";

    private static final String SEPARATOR = ",";

    /** Orders in one message. */
    private static final int MAX_IDS = 1_000;

    /** Orders that wait for their message; more wait only while Redis hangs. */
    private static final int MAX_WAITING = 100_000;

    private final RedissonClient redis;
    private final OrderWatch watch;
    private final Counter lost;
    private final BlockingQueue<Long> changed = new LinkedBlockingQueue<>(MAX_WAITING);
    private final AtomicBoolean sending = new AtomicBoolean();
    private volatile boolean subscribed;

    Announcements(RedissonClient redis, OrderWatch watch, MeterRegistry meters) {
        this.redis = redis;
        this.watch = watch;
        this.lost = meters.counter("flashsale.push.announcements.lost");
    }

    /** Announces committed changes. Never blocks on Redis and never fails because of it. */
    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    void announce(OrdersChanged event) {
        for (Long id : event.ids()) {
            if (!changed.offer(id)) {
                lost.increment();
            }
        }
        sendIfNobodyDoes();
    }

    private void sendIfNobodyDoes() {
        if (!changed.isEmpty() && sending.compareAndSet(false, true)) {
            Thread.startVirtualThread(this::send);
        }
    }

    private void send() {
        List<Long> ids = new ArrayList<>();
        try {
            while (changed.drainTo(ids, MAX_IDS) > 0) {
                publish(ids.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR)));
                ids.clear();
            }
        } finally {
            sending.set(false);
            sendIfNobodyDoes(); // for orders that came after the last check
        }
    }

    private void publish(String ids) {
        try {
            topic().publish(ids);
        } catch (RuntimeException withoutRedis) {
            lost.increment();
        }
    }

    /** Subscribes, also across later outages of Redis. Fails if Redis has never been reachable. */
    void subscribe() {
        if (!subscribed) {
            topic().addListener(String.class, (channel, ids) -> Thread.startVirtualThread(() -> heard(ids)));
            subscribed = true;
        }
    }

    private void heard(String ids) {
        watch.look(Stream.of(ids.split(SEPARATOR)).map(Long::valueOf).toList());
    }

    private RTopic topic() {
        return redis.getTopic(TOPIC, StringCodec.INSTANCE);
    }
}
