package io.flashsale.order.deadletter;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.deadletter.DeadLetter.Position;
import io.flashsale.order.placement.DeadLetterOrders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
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
import org.springframework.beans.factory.annotation.Autowired;
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
    private final DeadLetterOrders orders;
    private final Duration timeout;

    @Autowired
    DeadLetterReader(KafkaProperties kafka, DeadLetterOrders orders) {
        this(kafka, orders, TIMEOUT);
    }

    DeadLetterReader(KafkaProperties kafka, DeadLetterOrders orders, Duration timeout) {
        this.orders = orders;
        this.timeout = timeout;
        settings = new HashMap<>(kafka.buildConsumerProperties());
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis() - 500);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    }

    /** How long Kafka may take for an answer about dead letters. */
    Duration timeout() {
        return timeout;
    }

    /** A range of offsets in a partition; the end is exclusive. */
    private record Range(long from, long to) {

        boolean isEmpty() {
            return from >= to;
        }
    }

    /** Returns the letters of a page, newest first; none if the topic does not exist yet. */
    List<DeadLetter> newest(DeadLetterTopic topic, int limit, LetterPage page) {
        try (KafkaConsumer<String, byte[]> consumer = consumer()) {
            Map<TopicPartition, Range> ranges = new HashMap<>();
            present(consumer, topic).forEach((partition, all) -> {
                long end = page.endIn(partition.partition(), all.to());
                ranges.put(partition, new Range(Math.max(all.from(), end - limit), end));
            });
            Map<Integer, Deque<DeadLetter>> letters = new HashMap<>();
            read(
                    consumer,
                    ranges,
                    message -> letters.computeIfAbsent(message.partition(), first -> new ArrayDeque<>())
                            .addFirst(letter(topic, message)));
            return newest(letters.values(), limit);
        }
    }

    /**
     * Keeps the sequence of each partition, whatever the times say: otherwise the next page, which begins before the
     * last offset shown, would leave out letters.
     */
    private static List<DeadLetter> newest(Collection<Deque<DeadLetter>> partitions, int limit) {
        List<DeadLetter> newest = new ArrayList<>();
        while (newest.size() < limit) {
            Optional<Deque<DeadLetter>> next = partitions.stream()
                    .filter(letters -> !letters.isEmpty())
                    .max(Comparator.comparing(letters -> letters.getFirst().writtenAt()));
            if (next.isEmpty()) {
                break;
            }
            newest.add(next.get().removeFirst());
        }
        return newest;
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

    DeadLetter letter(DeadLetterTopic topic, ConsumerRecord<String, byte[]> message) {
        return DeadLetter.of(
                topic,
                message,
                topic == DeadLetterTopic.RESERVATIONS
                        ? orders.in(message.value()).stream()
                                .map(StockReserved::orderId)
                                .toList()
                        : List.of());
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
    private void read(
            KafkaConsumer<String, byte[]> consumer,
            Map<TopicPartition, Range> ranges,
            Consumer<ConsumerRecord<String, byte[]>> to) {
        Map<TopicPartition, Range> left = new HashMap<>(ranges);
        left.values().removeIf(Range::isEmpty);
        consumer.assign(left.keySet());
        left.forEach((partition, range) -> consumer.seek(partition, range.from()));
        Instant deadline = Instant.now().plus(timeout);
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
