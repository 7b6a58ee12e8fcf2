package io.flashsale.order.outbox;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.order.outbox.OutboxMapper.Message;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sends the outbox to Kafka and deletes each message once Kafka and all its replicas have acknowledged it.
 *
 * <p>Goes past messages that Kafka does not take, such as those of a partition without a leader. They stay in the table
 * and are tried again on another thread. They hold up others once only, until the producer gives the first of them up.
 *
 * <p>Guarantees delivery at least once: a crash between the acknowledgement and the commit sends the batch again.
 *
 * <p>Does not guarantee order: instances skip rows that another has locked. This is safe, because each message is about
 * one order or one attempt of an order.
 */
@Component
class OutboxPublisher {

    static final int BATCH = 500;

    /** A transaction may commit after another one that took a higher id; by then so many ids may have been taken. */
    private static final int LATE_IDS = 1_000;

    /** Longer than the producer's delivery.timeout.ms, so that the producer gives up first. */
    private static final long TIMEOUT_SECONDS = 15;

    private final OutboxMapper outbox;
    private final TransactionTemplate transaction;
    private final KafkaTemplate<String, byte[]> kafka;

    /** Ids of the messages that Kafka did not take when this instance last tried. */
    private final Set<Long> left = ConcurrentHashMap.newKeySet();

    /** The highest id that was tried. */
    private volatile long newest;

    OutboxPublisher(
            OutboxMapper outbox,
            TransactionTemplate transaction,
            KafkaTemplate<String, byte[]> kafka,
            MeterRegistry meters) {
        this.outbox = outbox;
        this.transaction = transaction;
        this.kafka = kafka;
        meters.gauge("flashsale.outbox.left", left, Collection::size);
    }

    /** Tries each message once. Throws if Kafka did not take all. */
    void publishNew() {
        Pass pass = new Pass();
        pass.over(
                newest - LATE_IDS,
                Long.MAX_VALUE,
                message -> !left.contains(message.id()),
                id -> newest = Math.max(newest, id));
        pass.requireNoFault();
    }

    /** Tries again what {@link #publishNew} has left. Throws if Kafka did not take all. */
    void publishLeft() {
        long last = newest;
        Pass pass = new Pass();
        pass.over(0, last, _ -> true, _ -> {});
        if (!left.isEmpty()) {
            Set<Long> existing = outbox.idsUpTo(last);
            left.removeIf(id -> id <= last && !existing.contains(id)); // another instance has sent it
        }
        pass.requireNoFault();
    }

    /** One pass over the table. Asks no more of a topic that did not answer once. */
    private final class Pass {

        private final Map<String, Exception> silentTopics = new HashMap<>();
        private final Map<String, List<PartitionInfo>> partitionsOf = new HashMap<>();
        private int faults;
        private @Nullable Exception first;

        /**
         * Goes over a range of ids page by page: locks a page, sends what is wanted of it, and deletes what Kafka has
         * acknowledged, in one transaction.
         *
         * @param seen is told the last id of each page, also if a later page fails
         */
        void over(long begin, long end, Predicate<Message> wanted, LongConsumer seen) {
            long after = begin;
            List<Message> page;
            do {
                long last = after;
                page = Objects.requireNonNull(transaction.execute(_ -> {
                    List<Message> locked = outbox.lock(last, end, BATCH);
                    outbox.delete(taken(locked.stream().filter(wanted).toList()));
                    return locked;
                }));
                if (!page.isEmpty()) {
                    after = page.getLast().id();
                    seen.accept(after);
                }
            } while (page.size() == BATCH);
        }

        /** As far as the producer knows, which also learns from missing answers that a broker has gone. */
        private boolean hasLeader(Message message) {
            List<PartitionInfo> partitions = partitionsOf.computeIfAbsent(message.topic(), kafka::partitionsFor);
            int own = ConsumerProgress.partitionOf(message.messageKey(), partitions.size());
            return partitions.stream().noneMatch(one -> one.partition() == own && one.leader() == null);
        }

        /** Sends all of them at the same time, and returns those that Kafka has acknowledged. */
        private List<Message> taken(List<Message> batch) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
            List<CompletableFuture<?>> sent = batch.stream().map(this::send).toList();
            List<Message> taken = new ArrayList<>();
            for (int i = 0; i < batch.size(); i++) {
                Message message = batch.get(i);
                try {
                    sent.get(i).get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                    taken.add(message);
                    left.remove(message.id());
                } catch (ExecutionException | TimeoutException notTaken) {
                    left.add(message.id());
                    faults++;
                    first = first == null ? notTaken : first;
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("stopped while sending the outbox", stopped);
                }
            }
            return taken;
        }

        private CompletableFuture<?> send(Message message) {
            Exception silence = silentTopics.get(message.topic());
            if (silence != null) {
                return CompletableFuture.failedFuture(silence);
            }
            try {
                if (!hasLeader(message)) {
                    return CompletableFuture.failedFuture(new LeaderNotAvailableException("of " + message.topic()));
                }
                return kafka.send(
                        message.topic(), message.messageKey(), message.payload().getBytes(StandardCharsets.UTF_8));
            } catch (RuntimeException refused) {
                if (NestedExceptionUtils.getMostSpecificCause(refused) instanceof RetriableException) {
                    silentTopics.put(message.topic(), refused); // the producer has waited for its leaders in vain
                }
                return CompletableFuture.failedFuture(refused);
            }
        }

        void requireNoFault() {
            if (faults > 0) {
                throw new IllegalStateException("Kafka did not take " + faults + " messages of the outbox", first);
            }
        }
    }
}
