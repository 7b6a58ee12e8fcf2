package io.flashsale.commons.kafka;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaAdmin;

/** How far the consumers behind Kafka have come, by the offsets that they committed after their own commit in MySQL. */
public final class ConsumerProgress implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final KafkaAdmin kafka;
    private @Nullable AdminClient client;

    /** Connects when it is first asked. The caller closes it. */
    public ConsumerProgress(KafkaAdmin kafka) {
        this.kafka = kafka;
    }

    /** The end of a topic at one moment. */
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
            Map<TopicPartition, OffsetSpec> latest =
                    get(client().describeTopics(List.of(topic)).allTopicNames()).values().stream()
                            .flatMap(description -> description.partitions().stream())
                            .collect(toMap(p -> new TopicPartition(topic, p.partition()), p -> OffsetSpec.latest()));
            return new Mark(
                    topic,
                    get(client().listOffsets(latest).all()).entrySet().stream()
                            .collect(toMap(
                                    Map.Entry::getKey, end -> end.getValue().offset())));
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof UnknownTopicOrPartitionException) {
                kafka.initialize(); // Kafka was away when we started
                return new Mark(topic, Map.of());
            }
            throw new UnknownProgressException(fault);
        }
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
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
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
