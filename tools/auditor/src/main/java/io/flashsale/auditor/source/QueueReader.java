package io.flashsale.auditor.source;

import static io.flashsale.auditor.source.KafkaAnswers.get;

import io.flashsale.auditor.snapshot.InFlight;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages in flight for a sale. Throws {@link SourceUnavailableException}.
 *
 * <p>It asks the queues in the direction of the messages: outbox in Redis, backlog in MySQL, Kafka, outbox in
 * MySQL, Kafka. A message that moves meanwhile is therefore met again further down. So a count of 0 means that
 * everything admitted before the call is done.
 */
public final class QueueReader implements AutoCloseable {

    /** Of each topic; messages stay where they were sent if partitions are added later. */
    private static final int FIRST_PARTITIONS = 16;

    private final GateReader gates;
    private final StockReader stock;
    private final OrderReader orders;
    private final Map<String, Object> kafka;
    private @Nullable AdminClient client;

    /** @param kafka settings of a Kafka client, at least its servers */
    public QueueReader(GateReader gates, StockReader stock, OrderReader orders, Map<String, Object> kafka) {
        this.gates = gates;
        this.stock = stock;
        this.orders = orders;
        this.kafka = Map.copyOf(kafka);
    }

    /** @param buckets of the sale; the reservations of each are in their own partition */
    public InFlight of(long saleId, int buckets) {
        return new InFlight(
                gates.outboxLength(saleId, buckets),
                stock.backlog(saleId),
                lag(
                        StockReserved.TOPIC,
                        StockReserved.PLACEMENT_GROUP,
                        partitions -> IntStream.range(0, buckets)
                                .map(bucket -> BucketLocations.partition(
                                        partitionOf(saleId, partitions), bucket, partitions))),
                orders.outboxLength(saleId),
                lag(saleId, OrderReleased.TOPIC, OrderReleased.RELEASE_GROUP));
    }

    /** Counts only the partitions that the sale has or can have had, so that other sales' traffic does not delay its audit. */
    public long lag(long saleId, String topic, String group) {
        return lag(topic, group, partitions -> IntStream.of(partitionOf(saleId, partitions)));
    }

    /** Messages of the whole topic that the group has not processed. */
    public long lag(String topic, String group) {
        return lag(topic, group, partitions -> IntStream.range(0, partitions));
    }

    private long lag(String topic, String group, IntFunction<IntStream> which) {
        try {
            int partitions = get(client().describeTopics(List.of(topic)).allTopicNames()).values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .sum();
            Map<TopicPartition, OffsetAndMetadata> committed =
                    get(client().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
            long lag = 0;
            for (int number : everUsed(partitions, which)) {
                TopicPartition partition = new TopicPartition(topic, number);
                OffsetAndMetadata known = committed.get(partition);
                long done = known == null ? offset(partition, OffsetSpec.earliest()) : known.offset();
                lag += Math.max(0, offset(partition, OffsetSpec.latest()) - done);
            }
            return lag;
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof UnknownTopicOrPartitionException) {
                return 0; // no message was ever sent
            }
            throw new SourceUnavailableException(Source.KAFKA, fault.getCause());
        } catch (KafkaException fault) {
            throw new SourceUnavailableException(Source.KAFKA, fault);
        }
    }

    /** Also those that were used before partitions were added. */
    static int[] everUsed(int partitions, IntFunction<IntStream> which) {
        return IntStream.rangeClosed(Math.min(FIRST_PARTITIONS, partitions), partitions)
                .flatMap(which::apply)
                .distinct()
                .toArray();
    }

    private long offset(TopicPartition partition, OffsetSpec which) throws ExecutionException {
        return get(client().listOffsets(Map.of(partition, which)).partitionResult(partition))
                .offset();
    }

    /**
     * The partition of a sale, as Kafka's own partitioner chooses it: messages have the sale as their key.
     *
     * <p>The services' {@code ConsumerProgress} has the same line. It is not shared, so that the auditor finds
     * a mistake there.
     */
    public static int partitionOf(long saleId, int partitions) {
        byte[] key = Long.toString(saleId).getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }

    private synchronized AdminClient client() {
        if (client == null) {
            client = AdminClient.create(kafka);
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
