package io.flashsale.auditor.restore;

import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what a topic has now, outside of any consumer group. */
final class TopicReader {

    private static final Duration POLL = Duration.ofMillis(200);

    private static final JsonMapper JSON = JsonMapper.shared();

    private TopicReader() {}

    /** Like {@link #read}, without messages that cannot be read: they have become dead letters. */
    static void readJson(Map<String, Object> kafka, String topic, Instant since, Consumer<JsonNode> message) {
        read(kafka, topic, since, value -> {
            try {
                message.accept(JSON.readTree(value));
            } catch (JacksonException unreadable) {
                // see above
            }
        });
    }

    /**
     * Passes on all messages from this time on that are there when the call begins; none if there is no such topic.
     *
     * @throws SourceUnavailableException when Kafka does not answer
     */
    static void read(Map<String, Object> kafka, String topic, Instant since, Consumer<byte[]> message) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("enable.auto.commit", false);
        settings.put("default.api.timeout.ms", (int) Source.TIMEOUT.toMillis());
        settings.put("allow.auto.create.topics", false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
            consumer.assign(partitions);
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
            Map<TopicPartition, OffsetAndTimestamp> begins = consumer.offsetsForTimes(times);
            for (TopicPartition partition : partitions) {
                OffsetAndTimestamp begin = begins.get(partition);
                consumer.seek(partition, begin == null ? Objects.requireNonNull(ends.get(partition)) : begin.offset());
            }
            while (!ends.isEmpty()) {
                consumer.poll(POLL).forEach(each -> {
                    if (each.value() != null) {
                        message.accept(each.value());
                    }
                });
                for (TopicPartition partition : Set.copyOf(ends.keySet())) {
                    if (consumer.position(partition) >= Objects.requireNonNull(ends.get(partition))) {
                        ends.remove(partition);
                    }
                }
            }
        } catch (KafkaException silent) {
            throw new SourceUnavailableException(Source.KAFKA, silent);
        }
    }
}
