package io.flashsale.auditor.restore;

import static io.flashsale.auditor.source.KafkaAnswers.get;

import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The consumer groups of the services, while these are stopped. */
final class ConsumerGroups implements AutoCloseable {

    private final AdminClient admin;

    ConsumerGroups(Map<String, Object> kafka) {
        try {
            this.admin = AdminClient.create(kafka);
        } catch (KafkaException unreachable) {
            throw new SourceUnavailableException(Source.KAFKA, unreachable);
        }
    }

    /** Those of the groups that have members. */
    List<String> running(Collection<String> groups) throws ExecutionException {
        List<String> running = new ArrayList<>();
        for (var group : admin.describeConsumerGroups(groups).describedGroups().entrySet()) {
            try {
                if (!get(group.getValue()).members().isEmpty()) {
                    running.add(group.getKey());
                }
            } catch (ExecutionException fault) {
                if (!(fault.getCause() instanceof GroupIdNotFoundException)) {
                    throw fault;
                }
            }
        }
        return running;
    }

    /**
     * Lets the group read again what was sent since then.
     *
     * @return the number of messages that it will read a second time
     */
    long rewind(String topic, String group, Instant since) throws ExecutionException {
        Map<TopicPartition, OffsetAndMetadata> committed =
                get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, OffsetAndMetadata> earlier = new HashMap<>();
        long messages = 0;
        for (var found :
                offsets(topic, OffsetSpec.forTimestamp(since.toEpochMilli())).entrySet()) {
            OffsetAndMetadata done = committed.get(found.getKey());
            long offset = found.getValue(); // negative if no message is that young
            if (done != null && offset >= 0 && offset < done.offset()) {
                earlier.put(found.getKey(), new OffsetAndMetadata(offset));
                messages += done.offset() - offset;
            }
        }
        commit(group, earlier);
        return messages;
    }

    /** Lets the group leave out what it has not read. */
    void skip(String topic, String group) throws ExecutionException {
        Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        offsets(topic, OffsetSpec.latest())
                .forEach((partition, end) -> ends.put(partition, new OffsetAndMetadata(end)));
        commit(group, ends);
    }

    /** Of all partitions of a topic; empty if there is no such topic. */
    private Map<TopicPartition, Long> offsets(String topic, OffsetSpec which) throws ExecutionException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        try {
            get(admin.describeTopics(List.of(topic)).allTopicNames())
                    .values()
                    .forEach(description -> description
                            .partitions()
                            .forEach(partition -> wanted.put(new TopicPartition(topic, partition.partition()), which)));
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof UnknownTopicOrPartitionException) {
                return Map.of();
            }
            throw fault;
        }
        Map<TopicPartition, Long> offsets = new HashMap<>();
        get(admin.listOffsets(wanted).all()).forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }

    private void commit(String group, Map<TopicPartition, OffsetAndMetadata> offsets) throws ExecutionException {
        if (!offsets.isEmpty()) {
            get(admin.alterConsumerGroupOffsets(group, offsets).all());
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
