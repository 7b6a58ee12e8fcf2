package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.path.queue.BatchPlacement.Reserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Consumes reservations from the topic in batches on its own thread, and places them. */
final class PlacementQueue implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int TIMEOUT_SECONDS = 120;

    private final String servers;
    private final TopicPartition partition;
    private final BatchPlacement placement;
    private final AtomicReference<@Nullable CountDownLatch> waiting = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean closed;

    PlacementQueue(String servers, String topic, BatchPlacement placement) {
        this.servers = servers;
        this.partition = new TopicPartition(topic, ReservationTopic.PARTITION);
        this.placement = placement;
        thread = Thread.ofPlatform().daemon().name("placement").start(this::run);
    }

    private void run() {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", servers, "enable.auto.commit", false),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (!closed) {
                List<Reserved> batch = new ArrayList<>();
                consumer.poll(POLL).forEach(message -> batch.add(parse(message)));
                if (!batch.isEmpty()) {
                    placement.place(batch);
                }
                CountDownLatch waits = waiting.get();
                if (waits != null && isAtTheEnd(consumer)) {
                    waits.countDown();
                }
            }
        }
    }

    private boolean isAtTheEnd(KafkaConsumer<String, String> consumer) {
        return consumer.position(partition)
                >= consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    private static Reserved parse(ConsumerRecord<String, String> message) {
        String[] words = message.value().split(" ");
        return new Reserved(Long.parseLong(words[0]), words[2], Long.parseLong(words[1]));
    }

    /** Returns when every reservation that is in the topic now is an order. */
    void awaitPlaced() {
        CountDownLatch end = new CountDownLatch(1);
        waiting.set(end);
        try {
            if (!end.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("reservations were not placed within " + TIMEOUT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
