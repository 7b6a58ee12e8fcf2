package io.flashsale.order.deadletter;

import io.flashsale.order.deadletter.DeadLetter.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;

/**
 * Reads dead letters in place. It joins no consumer group and commits nothing, so reading changes nothing. Throws a
 * {@link org.apache.kafka.common.KafkaException} if Kafka does not answer within a few seconds.
 */
@Component
class DeadLetterReader {

    private static final Duration TIMEOUT = Duration.ofSeconds(4); // the gateway waits for 5 s
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int FETCH_BYTES = 4 * 1024 * 1024;

    private final Map<String, Object> settings;

    DeadLetterReader(KafkaProperties kafka) {
        settings = new HashMap<>(kafka.buildConsumerProperties());
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis() - 500);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    }

    /** A range of offsets in a partition; the end is exclusive. */
    private record Range(long from, long to) {

        boolean isEmpty() {
            return from >= to;
        }
    }

    /** Returns the newest letters, newest first; none if the topic does not exist yet. */
    List<DeadLetter> newest(DeadLetterTopic topic, int limit) {
        try (KafkaConsumer<String, byte[]> consumer = consumer()) {
            Map<TopicPartition, Range> ranges = new HashMap<>();
            present(consumer, topic)
                    .forEach((partition, all) ->
                            ranges.put(partition, new Range(Math.max(all.from(), all.to() - limit), all.to())));
            List<DeadLetter> letters = new ArrayList<>();
            read(consumer, ranges, message -> letters.add(DeadLetter.of(topic, message)));
            letters.sort(Comparator.comparing(DeadLetter::writtenAt)
                    .thenComparing(letter -> letter.position().offset())
                    .reversed());
            return letters.subList(0, Math.min(limit, letters.size()));
        }
    }

    /** Returns the whole message at this position; empty if there is none, or it was deleted. */
    Optional<ConsumerRecord<String, byte[]>> at(Position position) {
        TopicPartition partition = new TopicPartition(position.topic().topic(), position.partition());
        try (KafkaConsumer<String, byte[]> consumer = consumer()) {
            Range all = present(consumer, position.topic()).getOrDefault(partition, new Range(0, 0));
            if (position.offset() < all.from() || position.offset() >= all.to()) {
                return Optional.empty();
            }
            List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
            read(consumer, Map.of(partition, new Range(position.offset(), position.offset() + 1)), found::add);
            return found.stream().findFirst();
        }
    }

    private KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<TopicPartition, Range> present(KafkaConsumer<?, ?> consumer, DeadLetterTopic topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic.topic()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        Map<TopicPartition, Long> begin = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Range> ranges = new HashMap<>();
        consumer.endOffsets(partitions)
                .forEach((partition, end) -> ranges.put(partition, new Range(begin.getOrDefault(partition, end), end)));
        return ranges;
    }

    /** Reads exactly these ranges, without letters that Kafka deletes in the meantime. */
    private static void read(
            KafkaConsumer<String, byte[]> consumer,
            Map<TopicPartition, Range> ranges,
            Consumer<ConsumerRecord<String, byte[]>> to) {
        Map<TopicPartition, Range> left = new HashMap<>(ranges);
        left.values().removeIf(Range::isEmpty);
        consumer.assign(left.keySet());
        left.forEach((partition, range) -> consumer.seek(partition, range.from()));
        Instant deadline = Instant.now().plus(TIMEOUT);
        while (!left.isEmpty()) {
            if (Instant.now().isAfter(deadline)) {
                throw new TimeoutException("the dead letters could not be read in time");
            }
            for (ConsumerRecord<String, byte[]> message : consumer.poll(POLL)) {
                Range range = ranges.get(new TopicPartition(message.topic(), message.partition()));
                if (range != null && message.offset() < range.to()) {
                    to.accept(message);
                }
            }
            left.entrySet()
                    .removeIf(range -> consumer.position(range.getKey())
                            >= range.getValue().to());
            consumer.assign(left.keySet());
        }
    }
}
