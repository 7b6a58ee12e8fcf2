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
 * Tells all instances which orders have changed, on a Redis topic: one message at a time, about all that have changed since
 * the one before.
 *
 * <p>Best effort. Without Redis, or when a message is lost, shoppers hear of it two seconds later through {@link
 * OrderWatch#lookAtAll}.
 */
@Component
class Announcements {

    static final String TOPIC = "order-changes";

    private static final String SEPARATOR = ",";

    /** Orders in one message. */
    private static final int MAX_IDS = 1_000;

    /** Orders that wait for their message; more there are only while Redis hangs. */
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

    /** Never makes the caller wait for Redis, nor fail with it: what it tells of has been committed. */
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
            sendIfNobodyDoes(); // for what came after the last look
        }
    }

    private void publish(String ids) {
        try {
            topic().publish(ids);
        } catch (RuntimeException withoutRedis) {
            lost.increment();
        }
    }

    /** Listens from now on, also after Redis was away. Fails while Redis has never been there. */
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
