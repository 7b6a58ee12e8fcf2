package io.flashsale.commons.kafka;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaAdmin;

/** How far the consumers behind Kafka have come, by the offsets that they committed after their own commit in MySQL. */
public final class ConsumerProgress implements AutoCloseable {

    private static final int TIMEOUT_MS = 3_000;

    private final KafkaAdmin kafka;
    private @Nullable AdminClient client;

    /** Connects when it is first asked. The caller closes it. */
    public ConsumerProgress(KafkaAdmin kafka) {
        this.kafka = kafka;
    }

    /** The end of a topic, or of one of its partitions, at one moment. */
    public record Mark(String topic, Map<TopicPartition, Long> ends) {}

    /** Kafka could not be asked. Nothing may be concluded. */
    public static final class UnknownProgressException extends ExecutionException {

        private static final long serialVersionUID = 1L;

        UnknownProgressException(Throwable cause) {
            super("Kafka does not say how far its consumers are", cause);
        }
    }

    /** Marks where the topic ends now: all that was acknowledged by Kafka before this call lies before the mark. */
    public Mark mark(String topic) throws UnknownProgressException {
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            for (var end : ends(topic, partitions(topic)).entrySet()) {
                ends.put(end.getKey(), get(end.getValue()).offset());
            }
            return new Mark(topic, ends);
        } catch (ExecutionException fault) {
            throw new UnknownProgressException(fault);
        }
    }

    /**
     * Marks for each of these keys where the partition ends that has its messages. As with their sequence, nothing is promised
     * for messages of before partitions were added to the topic.
     *
     * @return keys whose partition does not answer, because it has no leader, are left out
     * @throws UnknownProgressException if none answers
     */
    public Map<String, Mark> marks(String topic, Collection<String> keys) throws UnknownProgressException {
        if (keys.isEmpty()) {
            return Map.of();
        }
        try {
            List<TopicPartitionInfo> partitions = partitions(topic);
            if (partitions.isEmpty()) {
                return keys.stream().collect(toMap(key -> key, key -> new Mark(topic, Map.of())));
            }
            Map<TopicPartition, List<String>> keysOf =
                    keys.stream().collect(groupingBy(key -> partitionOf(topic, key, partitions.size())));
            var ends = ends(
                    topic,
                    partitions.stream()
                            .filter(one -> keysOf.containsKey(new TopicPartition(topic, one.partition())))
                            .toList());
            Map<String, Mark> marks = new HashMap<>();
            ExecutionException silent = null;
            for (var each : keysOf.entrySet()) {
                try {
                    long end =
                            get(Objects.requireNonNull(ends.get(each.getKey()))).offset();
                    Mark mark = new Mark(topic, Map.of(each.getKey(), end));
                    each.getValue().forEach(key -> marks.put(key, mark));
                } catch (ExecutionException fault) {
                    silent = fault;
                }
            }
            if (marks.isEmpty() && silent != null) {
                throw silent;
            }
            return marks;
        } catch (ExecutionException fault) {
            throw new UnknownProgressException(fault);
        }
    }

    /** None if there is no such topic: Kafka was away when we started. */
    private List<TopicPartitionInfo> partitions(String topic) throws ExecutionException {
        try {
            return get(client().describeTopics(List.of(topic)).allTopicNames()).values().stream()
                    .flatMap(description -> description.partitions().stream())
                    .toList();
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof UnknownTopicOrPartitionException) {
                kafka.initialize();
                return List.of();
            }
            throw fault;
        }
    }

    /** Where each of these partitions ends; one without a leader fails after a while. */
    private Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> ends(
            String topic, List<TopicPartitionInfo> partitions) {
        Map<TopicPartition, OffsetSpec> latest = partitions.stream()
                .collect(toMap(one -> new TopicPartition(topic, one.partition()), one -> OffsetSpec.latest()));
        ListOffsetsResult answers = client().listOffsets(latest, new ListOffsetsOptions().timeoutMs(TIMEOUT_MS));
        return latest.keySet().stream().collect(toMap(partition -> partition, answers::partitionResult));
    }

    /** As Kafka's own partitioner does it. */
    private static TopicPartition partitionOf(String topic, String key, int partitions) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return new TopicPartition(topic, Utils.toPositive(Utils.murmur2(bytes)) % partitions);
    }

    /**
     * Whether the consumer group has dealt with everything before the mark that there still is. A group that has committed
     * nothing, or less than the topic has dropped meanwhile, stands at the beginning of the topic: there it would go on.
     */
    public boolean hasPassed(String group, Mark mark) throws UnknownProgressException {
        return behind(group, mark) == 0;
    }

    /** How many messages before the mark, of those that there still are, the consumer group has not dealt with. */
    public long behind(String group, Mark mark) throws UnknownProgressException {
        try {
            Map<TopicPartition, OffsetAndMetadata> committed =
                    get(client().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
            Map<TopicPartition, OffsetSpec> behind = mark.ends().entrySet().stream()
                    .filter(end -> end.getValue() > done(committed.get(end.getKey())))
                    .collect(toMap(Map.Entry::getKey, end -> OffsetSpec.earliest()));
            if (behind.isEmpty()) {
                return 0;
            }
            return get(client().listOffsets(behind).all()).entrySet().stream()
                    .mapToLong(beginning -> end(mark, beginning.getKey())
                            - Math.max(
                                    done(committed.get(beginning.getKey())),
                                    beginning.getValue().offset()))
                    .filter(missing -> missing > 0)
                    .sum();
        } catch (ExecutionException unknown) {
            throw new UnknownProgressException(unknown);
        }
    }

    private static long done(@Nullable OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    private static long end(Mark mark, TopicPartition partition) {
        return Objects.requireNonNull(mark.ends().get(partition));
    }

    private static <T> T get(KafkaFuture<T> answer) throws ExecutionException {
        try {
            return answer.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException unknown) {
            throw new ExecutionException(unknown);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(interrupted);
        }
    }

    private synchronized AdminClient client() {
        if (client == null) {
            client = AdminClient.create(kafka.getConfigurationProperties());
        }
        return client;
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close(Duration.ofSeconds(1));
        }
    }
}
