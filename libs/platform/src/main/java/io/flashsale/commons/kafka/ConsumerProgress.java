package io.flashsale.commons.kafka;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToIntBiFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaAdmin;

/** Tells how far Kafka consumers have come, by the offsets that they committed after their commits in MySQL. */
public final class ConsumerProgress implements AutoCloseable {

    private static final int TIMEOUT_MS = 3_000;

    /** Lets Kafka's client itself report for each partition whether it answered in time. */
    private static final int MARGIN_MS = 1_000;

    private final KafkaAdmin kafka;
    private @Nullable AdminClient client;

    /** Connects on first use. The caller closes it. */
    public ConsumerProgress(KafkaAdmin kafka) {
        this.kafka = kafka;
    }

    ConsumerProgress(KafkaAdmin kafka, AdminClient client) {
        this(kafka);
        this.client = client;
    }

    /** The end of a topic, or of one of its partitions, at one moment. */
    public record Mark(String topic, Map<TopicPartition, Long> ends) {}

    /** Kafka could not be asked, so no conclusion is possible. */
    public static final class UnknownProgressException extends ExecutionException {

        private static final long serialVersionUID = 1L;

        UnknownProgressException(Throwable cause) {
            super("Kafka does not say how far its consumers are", cause);
        }
    }

    /** Marks the current end of the topic: everything that Kafka acknowledged before this call lies before the mark. */
    public Mark mark(String topic) throws UnknownProgressException {
        try {
            var answers = offsets(partitions(topic), OffsetSpec.latest());
            return mark(topic, answers.keySet(), answers);
        } catch (ExecutionException fault) {
            throw new UnknownProgressException(fault);
        }
    }

    /**
     * Marks, for each key, the current end of the partition that has its messages. If partitions were added to the
     * topic, messages may wait in other partitions, and the mark covers all that the key can have had.
     *
     * @param partitionOf the partition of a key, given the number of partitions
     * @return the marks; keys with a partition that does not answer, because it has no leader, are missing
     * @throws UnknownProgressException if no partition answers
     */
    public <K> Map<K, Mark> marks(String topic, Collection<K> keys, ToIntBiFunction<K, Integer> partitionOf)
            throws UnknownProgressException {
        if (keys.isEmpty()) {
            return Map.of();
        }
        try {
            List<TopicPartition> partitions = partitions(topic);
            if (partitions.isEmpty()) {
                return keys.stream().collect(toMap(key -> key, key -> new Mark(topic, Map.of())));
            }
            Map<Set<TopicPartition>, List<K>> keysOf = keys.stream()
                    .collect(groupingBy(key -> partitionsOf(key, partitions.size(), partitionOf).stream()
                            .map(partition -> new TopicPartition(topic, partition))
                            .collect(toSet())));
            var answers = offsets(keysOf.keySet().stream().flatMap(Set::stream).collect(toSet()), OffsetSpec.latest());
            Map<K, Mark> marks = new HashMap<>();
            ExecutionException silent = null;
            for (var each : keysOf.entrySet()) {
                try {
                    Mark mark = mark(topic, each.getKey(), answers);
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

    /**
     * The partitions that may have messages of a key: the present one, and those that it had before partitions were added.
     *
     * @param partitions number of partitions that the topic has now
     */
    public static <K> Set<Integer> partitionsOf(K key, int partitions, ToIntBiFunction<K, Integer> partitionOf) {
        return IntStream.rangeClosed(Math.min(Topics.PARTITIONS, partitions), partitions)
                .mapToObj(count -> partitionOf.applyAsInt(key, count))
                .collect(toSet());
    }

    private static Mark mark(
            String topic,
            Set<TopicPartition> partitions,
            Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers)
            throws ExecutionException {
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (TopicPartition partition : partitions) {
            ends.put(
                    partition,
                    get(Objects.requireNonNull(answers.get(partition))).offset());
        }
        return new Mark(topic, ends);
    }

    /** Empty if there is no such topic, because Kafka was down when we started. */
    private List<TopicPartition> partitions(String topic) throws ExecutionException {
        try {
            return get(client().describeTopics(List.of(topic)).allTopicNames()).values().stream()
                    .flatMap(description -> description.partitions().stream())
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof UnknownTopicOrPartitionException) {
                kafka.initialize();
                return List.of();
            }
            throw fault;
        }
    }

    /** For each of these partitions; one without a leader fails after a while. */
    private Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        ListOffsetsResult answers = client().listOffsets(
                        partitions.stream().collect(toMap(partition -> partition, partition -> which)),
                        new ListOffsetsOptions().timeoutMs(TIMEOUT_MS));
        return partitions.stream().collect(toMap(partition -> partition, answers::partitionResult));
    }

    /**
     * Computes the partition as Kafka's own partitioner does. The auditor has its own copy, so that it does not
     * repeat a mistake made here.
     */
    public static int partitionOf(String key, int partitions) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
    }

    /**
     * How many of the retained messages before the mark the consumer group has not processed. A group without a
     * commit, or with a commit before the retained messages, stands at the topic's beginning, because it would
     * continue there.
     */
    public long behind(String group, Mark mark) throws UnknownProgressException {
        try {
            Position position = new Position(group, List.of(mark));
            return position.behind(mark);
        } catch (ExecutionException unknown) {
            throw new UnknownProgressException(unknown);
        }
    }

    /**
     * The marks before which the consumer group has {@linkplain #behind nothing left}, found with as few requests
     * as one mark needs. Marks in a partition that does not answer are missing.
     *
     * @throws UnknownProgressException if there are marks, and none is known
     */
    public Set<Mark> passed(String group, Collection<Mark> marks) throws UnknownProgressException {
        try {
            Position position = new Position(group, marks);
            Set<Mark> passed = new HashSet<>();
            int silent = 0;
            for (Mark mark : marks) {
                try {
                    if (position.behind(mark) == 0) {
                        passed.add(mark);
                    }
                } catch (ExecutionException unknown) {
                    if (++silent == marks.size()) {
                        throw unknown;
                    }
                }
            }
            return passed;
        } catch (ExecutionException unknown) {
            throw new UnknownProgressException(unknown);
        }
    }

    /** The position of a consumer group in the partitions of some marks. */
    private final class Position {

        private final Map<TopicPartition, OffsetAndMetadata> committed;

        /** Of the partitions in which it has messages left. */
        private final Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> beginnings;

        Position(String group, Collection<Mark> marks) throws ExecutionException {
            committed = get(client().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
            beginnings = offsets(
                    marks.stream()
                            .flatMap(mark -> mark.ends().entrySet().stream())
                            .filter(end -> end.getValue() > done(committed.get(end.getKey())))
                            .map(Map.Entry::getKey)
                            .distinct()
                            .toList(),
                    OffsetSpec.earliest());
        }

        long behind(Mark mark) throws ExecutionException {
            long behind = 0;
            for (var end : mark.ends().entrySet()) {
                KafkaFuture<ListOffsetsResultInfo> beginning = beginnings.get(end.getKey());
                if (beginning != null) {
                    long done = Math.max(
                            done(committed.get(end.getKey())), get(beginning).offset());
                    behind += Math.max(0, end.getValue() - done);
                }
            }
            return behind;
        }
    }

    private static long done(@Nullable OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    private static <T> T get(KafkaFuture<T> answer) throws ExecutionException {
        try {
            return answer.get(TIMEOUT_MS + MARGIN_MS, TimeUnit.MILLISECONDS);
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
