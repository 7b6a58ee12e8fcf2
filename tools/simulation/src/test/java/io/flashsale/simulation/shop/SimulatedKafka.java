package io.flashsale.simulation.shop;

import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.spring.reconciliation.QueuePartitions;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.support.SendResult;

/**
 * Topics with the partitions that have messages of the sale, and where the group of consumers of each is. A topic may get
 * further partitions; then the sale's messages go to another one.
 *
 * <p>Guarantees what the services rely on: a partition keeps its order, an acknowledged message stays, and each message is
 * delivered at least once. A producer that hears nothing does not know whether its message is there.
 */
final class SimulatedKafka {

    /** The most messages that a poll returns; small, so that batches end in the middle. */
    private static final int POLL = 4;

    /** A topic whose messages Kafka never takes. */
    static final String NOBODY = "nobody";

    private static final int PARTITIONS = Topics.of("any").numPartitions();

    private static final int MAX_PARTITIONS = PARTITIONS + 3;

    private static final Node NODE = new Node(1, "kafka", 9092);
    private static final PartitionInfo PARTITION = new PartitionInfo("", 0, NODE, new Node[] {NODE}, new Node[] {NODE});

    private final KafkaTemplate<String, byte[]> template = makeTemplate();
    private final Map<String, Topic> topics = new HashMap<>();
    private World world = new World(null);

    /** Begins anew, for another schedule. */
    void reset(World next) {
        world = next;
        topics.clear();
    }

    /** The partitions of the sale, the oldest first, and the instance that consumes them now. */
    static final class Topic {
        private final Map<Integer, Log> logs = new LinkedHashMap<>();
        private int partitions = PARTITIONS;
        private int generation;
        boolean isConsumed;

        private Log log(int partition) {
            return logs.computeIfAbsent(partition, _ -> new Log());
        }

        /** Where the sale's next message goes. */
        private int present() {
            return QueuePartitions.partition(SimulatedShop.SALE, partitions);
        }

        Collection<Log> logs() {
            return logs.values();
        }
    }

    /** A partition. */
    static final class Log {
        final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        long committed;

        /** Whether one message can never be done, so that all are read again and again. */
        boolean isStuck;
    }

    Topic topic(String name) {
        return topics.computeIfAbsent(name, _ -> new Topic());
    }

    /** The partition to which the sale's next message goes. */
    Log log(String name) {
        Topic topic = topic(name);
        return topic.log(topic.present());
    }

    long append(String name, String key, byte[] value) {
        Topic topic = topic(name);
        int partition = topic.present();
        Log log = topic.log(partition);
        long offset = log.records.size();
        log.records.add(new ConsumerRecord<>(name, partition, offset, key, value));
        return offset;
    }

    void addPartition(String name) {
        Topic topic = topic(name);
        topic.partitions = Math.min(MAX_PARTITIONS, topic.partitions + 1);
    }

    /** The future fails if no acknowledgement came. */
    CompletableFuture<SendResult<String, byte[]>> send(ProducerRecord<String, byte[]> message) {
        if (message.topic().equals(NOBODY)) {
            return CompletableFuture.failedFuture(new IllegalStateException("no leader"));
        }
        Supplier<Long> effect = () -> append(message.topic(), message.key(), message.value());
        try {
            long offset = world.call(Port.KAFKA, () -> "sends to " + message.topic() + ": " + text(message), effect);
            return CompletableFuture.completedFuture(new SendResult<>(
                    message, new RecordMetadata(new TopicPartition(message.topic(), 0), offset, 0, 0, 0, 0)));
        } catch (IllegalStateException silent) {
            return CompletableFuture.failedFuture(silent);
        }
    }

    private static String text(ProducerRecord<String, byte[]> message) {
        return new String(message.value(), StandardCharsets.UTF_8);
    }

    KafkaTemplate<String, byte[]> template() {
        return template;
    }

    private KafkaTemplate<String, byte[]> makeTemplate() {
        return new KafkaTemplate<>(new DefaultKafkaProducerFactory<>(Map.of())) {
            @Override
            public CompletableFuture<SendResult<String, byte[]>> send(String topic, String key, byte[] value) {
                return SimulatedKafka.this.send(new ProducerRecord<>(topic, key, value));
            }

            @Override
            public CompletableFuture<SendResult<String, byte[]>> send(ProducerRecord<String, byte[]> message) {
                return SimulatedKafka.this.send(message);
            }

            @Override
            public List<PartitionInfo> partitionsFor(String topic) {
                return List.of(PARTITION);
            }
        };
    }

    /**
     * Takes some messages to a listener, and commits what it has done; one round of a consumer.
     *
     * @param member number of the consumer in its group, from 0
     * @param members of the group; one of them has the partition
     */
    void poll(String name, int member, int members, Consumer<List<ConsumerRecord<String, byte[]>>> listener) {
        Topic topic = topic(name);
        topic.isConsumed = true;
        if (topic.generation % members == member) {
            List.copyOf(topic.logs()).forEach(log -> poll(name, topic, log, listener));
        }
    }

    private void poll(String name, Topic topic, Log log, Consumer<List<ConsumerRecord<String, byte[]>>> listener) {
        if (log.committed >= log.records.size()) {
            return;
        }
        int generation = topic.generation;
        List<ConsumerRecord<String, byte[]>> batch = List.copyOf(log.records.subList((int) log.committed, (int)
                Math.min(log.records.size(), log.isStuck ? Long.MAX_VALUE : log.committed + POLL)));
        world.note(() -> "takes " + batch.size() + " of " + name, CallFault.NONE);
        long done = batch.getLast().offset() + 1;
        try {
            listener.accept(batch);
        } catch (BatchListenerFailedException undone) {
            ConsumerRecord<?, ?> first = undone.getRecord();
            done = first == null ? batch.getFirst().offset() : first.offset();
            world.note(() -> "does not do all: " + undone.getCause(), CallFault.NONE);
        }
        long upTo = done;
        world.call(Port.HTTP, () -> "commits offset " + upTo + " of " + name, () -> {
            if (generation == topic.generation) {
                log.committed = upTo; // else Kafka refuses: another consumer has the partition
            }
            return null;
        });
    }

    /** Another consumer gets the partition; what the present one does goes on, and its commit is refused. */
    void rebalance(String name) {
        topic(name).generation++;
    }

    /** How far the consumers of a topic are, in all partitions that the service asks for. */
    Backlog backlog(String name) {
        return campaigns -> {
            Map<Log, Integer> ends = ask(() -> {
                Topic topic = topic(name);
                Map<Log, Integer> marked = new HashMap<>();
                ConsumerProgress.partitionsOf(SimulatedShop.SALE, topic.partitions, QueuePartitions::partition)
                        .forEach(partition -> {
                            Log log = topic.log(partition);
                            marked.put(log, log.records.size());
                        });
                return marked;
            });
            return new Backlog.Mark() {
                @Override
                public Set<Long> campaigns() {
                    return Set.copyOf(campaigns);
                }

                @Override
                public Set<Long> waiting() throws ExecutionException {
                    boolean isBehind = ask(
                            () -> ends.entrySet().stream().anyMatch(end -> end.getKey().committed < end.getValue()));
                    return isBehind ? campaigns() : Set.of();
                }
            };
        };
    }

    private <T> T ask(Supplier<T> question) throws ExecutionException {
        try {
            return world.call(Port.READ, () -> "asks Kafka how far the consumers are", question);
        } catch (RuntimeException silent) {
            throw new ExecutionException(silent);
        }
    }

    Collection<Topic> topics() {
        return topics.values();
    }
}
