package io.flashsale.system.harness;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.reservation.StockReserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Reads the topics of Kafka, and sends messages. */
public final class Queue implements AutoCloseable {

    private static final int TIMEOUT_MS = (int) Shop.SOON.toMillis();

    private final String servers;
    private final Map<String, Object> settings;
    private final Admin admin;

    Queue(String servers) {
        this.servers = servers;
        this.settings = Map.of("bootstrap.servers", servers, "default.api.timeout.ms", TIMEOUT_MS);
        this.admin = Admin.create(settings);
    }

    /** All messages that were ever sent to the topic. */
    public List<ConsumerRecord<String, byte[]>> read(String topic) {
        List<ConsumerRecord<String, byte[]>> all = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(all::add);
            }
        }
        return all;
    }

    public void send(String topic, String key, byte[] value) {
        send(List.of(new ProducerRecord<>(topic, key, value)));
    }

    public void send(List<ProducerRecord<String, byte[]>> messages) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", servers,
                        "acks", "all",
                        "max.block.ms", TIMEOUT_MS,
                        "delivery.timeout.ms", TIMEOUT_MS),
                new StringSerializer(),
                new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            messages.forEach(message -> sent.add(producer.send(message)));
            for (Future<?> acknowledgement : sent) {
                acknowledgement.get();
            }
        } catch (ExecutionException | InterruptedException fault) {
            throw new AssertionError(fault);
        }
    }

    /** Sends again every message of the topic with this key. */
    public void sendAgain(String topic, String key) {
        send(read(topic).stream()
                .filter(message -> key.equals(message.key()))
                .map(message -> new ProducerRecord<>(topic, message.key(), message.value()))
                .toList());
    }

    /** Waits until placement has acknowledged everything that is in the topic now. */
    public void awaitPlaced() {
        await().until(() -> unplaced() == 0);
    }

    private long unplaced() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(StockReserved.PLACEMENT_GROUP)
                .partitionsToOffsetAndMetadata()
                .get();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions(consumer, StockReserved.TOPIC));
            return ends.entrySet().stream()
                    .mapToLong(end -> {
                        OffsetAndMetadata done = committed.get(end.getKey());
                        return end.getValue() - (done == null ? 0 : done.offset());
                    })
                    .sum();
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<String, byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
