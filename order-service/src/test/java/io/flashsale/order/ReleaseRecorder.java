package io.flashsale.order;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** Reads all of topic {@code order-events} during the tests and passes it to the stub. */
final class ReleaseRecorder {

    private final Map<Long, List<OrderReleased.Reason>> reasons = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> positions = new ConcurrentHashMap<>();
    private final KafkaConsumer<String, byte[]> inspector;

    ReleaseRecorder(String bootstrapServers) {
        inspector = consumer(bootstrapServers);
        Thread.ofVirtual().start(() -> listen(consumer(bootstrapServers)));
    }

    static KafkaConsumer<String, byte[]> consumer(String bootstrapServers) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false",
                        "max.poll.records", "10000", // tests leave more than 100,000 messages in a topic
                        "allow.auto.create.topics", "false"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    private void listen(KafkaConsumer<String, byte[]> consumer) {
        JsonMapper json = JsonMapper.builder().build();
        // Without an end: on a busy machine, the services that make the topic take minutes to start.
        List<TopicPartition> partitions =
                await().forever().until(() -> partitionsOf(consumer, OrderReleased.TOPIC), found -> !found.isEmpty());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        while (true) {
            consumer.poll(Duration.ofMillis(200)).forEach(message -> {
                OrderReleased released = json.readValue(message.value(), OrderReleased.class);
                reasons.computeIfAbsent(released.orderId(), id -> new CopyOnWriteArrayList<>())
                        .add(released.reason());
                OrderServiceFixture.STOCK.release(released);
            });
            partitions.forEach(partition -> positions.put(partition, consumer.position(partition)));
        }
    }

    static List<TopicPartition> partitionsOf(KafkaConsumer<String, byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    synchronized void awaitEverythingRecorded() {
        List<TopicPartition> partitions = partitionsOf(inspector, OrderReleased.TOPIC);
        inspector.assign(partitions);
        Map<TopicPartition, Long> ends = inspector.endOffsets(partitions);
        await().until(() ->
                ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue()));
    }

    Map<Long, List<OrderReleased.Reason>> of(Collection<Long> orders) {
        Map<Long, List<OrderReleased.Reason>> found = new HashMap<>(reasons);
        found.keySet().retainAll(orders);
        return found;
    }
}
