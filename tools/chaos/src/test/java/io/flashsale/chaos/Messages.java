package io.flashsale.chaos;

import io.flashsale.chaos.system.TestedSystem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads the messages in Kafka, and sends more. */
final class Messages {

    private Messages() {}

    /** All messages of a topic whose key is this id. */
    static List<ConsumerRecord<byte[], byte[]>> of(TestedSystem system, String topic, long key) {
        byte[] wanted = Long.toString(key).getBytes(StandardCharsets.UTF_8);
        return all(system, topic).stream()
                .filter(message -> Arrays.equals(message.key(), wanted))
                .toList();
    }

    /** Returns when Kafka has acknowledged all of them. */
    static void send(TestedSystem system, List<ProducerRecord<byte[], byte[]>> messages) {
        try (var producer =
                new KafkaProducer<>(settings(system), new ByteArraySerializer(), new ByteArraySerializer())) {
            messages.forEach(producer::send);
        }
    }

    static void sendAgain(TestedSystem system, List<ConsumerRecord<byte[], byte[]>> messages) {
        send(
                system,
                messages.stream()
                        .map(message -> new ProducerRecord<>(message.topic(), message.key(), message.value()))
                        .toList());
    }

    static List<ConsumerRecord<byte[], byte[]>> all(TestedSystem system, String topic) {
        List<ConsumerRecord<byte[], byte[]>> messages = new ArrayList<>();
        try (var consumer =
                new KafkaConsumer<>(settings(system), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(messages::add);
            }
        }
        return messages;
    }

    private static Map<String, Object> settings(TestedSystem system) {
        return Map.of("bootstrap.servers", system.stack().kafka().bootstrapServers());
    }
}
