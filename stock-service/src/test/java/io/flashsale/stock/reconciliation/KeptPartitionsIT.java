package io.flashsale.stock.reconciliation;

import static org.awaitility.Awaitility.await;

import io.flashsale.stock.StockServiceFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** What is done while a rebalance is in progress, with the container that all listeners have. */
class KeptPartitionsIT extends StockServiceFixture {

    private static final String TOPIC = "kept-partitions";
    private static final String GROUP = "group-of-kept-partitions";

    @AutoClose
    private final AdminClient admin = AdminClient.create(Map.of("bootstrap.servers", kafka()));

    @AutoClose
    private final KafkaConsumer<String, byte[]> waitedFor = consumer();

    @AutoClose
    private final KafkaConsumer<String, byte[]> newcomer = consumer();

    private final AtomicInteger taken = new AtomicInteger();

    @Autowired
    private ConcurrentKafkaListenerContainerFactory<Object, Object> containers;

    private static KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        kafka(),
                        "group.id",
                        GROUP,
                        "enable.auto.commit",
                        "false",
                        "heartbeat.interval.ms",
                        "200",
                        "partition.assignment.strategy",
                        CooperativeStickyAssignor.class.getName()),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    /** The rebalance lasts until the one that it waits for has left. The container keeps its only partition. */
    @Test
    void shouldCommitWhatWasDoneWhileAnotherJoined() throws Exception {
        admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(2), Optional.empty())))
                .all()
                .get();
        ConcurrentMessageListenerContainer<Object, Object> container = containers.createContainer(TOPIC);
        container.getContainerProperties().setGroupId(GROUP);
        container.getContainerProperties().setMessageListener((BatchMessageListener<String, byte[]>)
                batch -> taken.addAndGet(batch.size()));
        waitedFor.subscribe(List.of(TOPIC));
        newcomer.subscribe(List.of(TOPIC));
        container.start();
        try {
            await().until(() -> {
                waitedFor.poll(Duration.ofMillis(100));
                return waitedFor.assignment().size() == 1 && assigned(container).size() == 1;
            });
            TopicPartition kept = assigned(container).getFirst();

            AtomicInteger sent = new AtomicInteger();
            await().until(() -> {
                newcomer.poll(Duration.ofMillis(100));
                kafka.send(TOPIC, kept.partition(), "key", new byte[0]).get();
                int all = sent.incrementAndGet();
                await().until(() -> taken.get() >= all);
                // The commit of all but the last one was tried before the last one was polled.
                return committed(kept) < all - 1;
            });

            waitedFor.close();
            await().until(() -> {
                newcomer.poll(Duration.ofMillis(100));
                return committed(kept) == sent.get();
            });
        } finally {
            container.stop();
        }
    }

    private static List<TopicPartition> assigned(ConcurrentMessageListenerContainer<Object, Object> container) {
        return List.copyOf(Objects.requireNonNullElse(container.getAssignedPartitions(), List.of()));
    }

    private long committed(TopicPartition partition) throws Exception {
        OffsetAndMetadata committed = admin.listConsumerGroupOffsets(GROUP)
                .partitionsToOffsetAndMetadata()
                .get()
                .get(partition);
        return committed == null ? 0 : committed.offset();
    }
}
