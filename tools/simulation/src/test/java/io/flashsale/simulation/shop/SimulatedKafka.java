package io.flashsale.simulation.shop;

import io.flashsale.admission.outbox.Backlog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
 * Topics of one partition, and where the group of consumers of each is.
 *
 * <p>Guarantees what the services rely on: a topic keeps its order, an acknowledged message stays, and each message is
 * delivered at least once. A producer that hears nothing does not know whether its message is there.
 */
final class SimulatedKafka {

    /** The most messages that a poll returns; small, so that batches end in the middle. */
    private static final int POLL = 4;

    /** A topic whose messages Kafka never takes. */
    static final String NOBODY = "nobody";

    private static final Node NODE = new Node(1, "kafka", 9092);
    private static final PartitionInfo PARTITION = new PartitionInfo("", 0, NODE, new Node[] {NODE}, new Node[] {NODE});

    private final KafkaTemplate<String, byte[]> template = makeTemplate();
    private final Map<String, Log> logs = new HashMap<>();
    private World world = new World(null);

    /** Begins anew, for another schedule. */
    void reset(World next) {
        world = next;
        logs.clear();
    }

    /** A topic, with the instance that consumes it now. */
    static final class Log {
        final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        long committed;
        int generation;
        boolean isConsumed;

        /** Whether one message can never be done, so that all are read again and again. */
        boolean isStuck;
    }

    Log log(String topic) {
        return logs.computeIfAbsent(topic, _ -> new Log());
    }

    long append(String topic, String key, byte[] value) {
        Log log = log(topic);
        long offset = log.records.size();
        log.records.add(new ConsumerRecord<>(topic, 0, offset, key, value));
        return offset;
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
    void poll(String topic, int member, int members, Consumer<List<ConsumerRecord<String, byte[]>>> listener) {
        Log log = log(topic);
        log.isConsumed = true;
        if (log.generation % members != member || log.committed >= log.records.size()) {
            return;
        }
        int generation = log.generation;
        List<ConsumerRecord<String, byte[]>> batch = List.copyOf(log.records.subList((int) log.committed, (int)
                Math.min(log.records.size(), log.isStuck ? Long.MAX_VALUE : log.committed + POLL)));
        world.note(() -> "takes " + batch.size() + " of " + topic, CallFault.NONE);
        long done = batch.getLast().offset() + 1;
        try {
            listener.accept(batch);
        } catch (BatchListenerFailedException undone) {
            ConsumerRecord<?, ?> first = undone.getRecord();
            done = first == null ? batch.getFirst().offset() : first.offset();
            world.note(() -> "does not do all: " + undone.getCause(), CallFault.NONE);
        }
        long upTo = done;
        world.call(Port.HTTP, () -> "commits offset " + upTo + " of " + topic, () -> {
            if (generation == log.generation) {
                log.committed = upTo; // else Kafka refuses: another consumer has the partition
            }
            return null;
        });
    }

    /** Another consumer gets the partition; what the present one does goes on, and its commit is refused. */
    void rebalance(String topic) {
        log(topic).generation++;
    }

    /** How far the consumers of a topic are. */
    Backlog backlog(String topic) {
        return campaigns -> {
            long end = ask(() -> (long) log(topic).records.size());
            return new Backlog.Mark() {
                @Override
                public Set<Long> campaigns() {
                    return Set.copyOf(campaigns);
                }

                @Override
                public Set<Long> waiting() throws ExecutionException {
                    return ask(() -> log(topic).committed < end) ? campaigns() : Set.of();
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

    Collection<Log> logs() {
        return logs.values();
    }
}
