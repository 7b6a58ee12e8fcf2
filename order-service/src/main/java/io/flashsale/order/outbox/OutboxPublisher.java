package io.flashsale.order.outbox;

import io.flashsale.order.outbox.OutboxMapper.Message;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sends the outbox to Kafka and deletes each message once Kafka and all its replicas have acknowledged it.
 *
 * <p>Goes past messages that Kafka does not take, such as those of a partition without a leader. They stay in the table
 * and are tried again on another thread, so that they hold up no other message.
 *
 * <p>Guarantees delivery at least once: a crash between the acknowledgement and the commit sends the batch again.
 *
 * <p>Does not guarantee order: instances skip rows that another has locked. This is safe, because each message is about
 * one order or one attempt of an order.
 */
@Component
class OutboxPublisher {

    private static final int BATCH = 500;

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

    /**
     * Tries each message once.
     *
     * @throws IllegalStateException if Kafka did not take all
     */
    void publishNew() {
        requireNone(publish(newest - LATE_IDS, message -> !left.contains(message.id())));
    }

    /**
     * Tries again what {@link #publishNew} has left.
     *
     * @throws IllegalStateException if Kafka did not take all
     */
    void publishLeft() {
        Set<Long> elsewhere = new HashSet<>(left); // another instance may have sent some of them
        List<Exception> faults = publish(0, message -> {
            elsewhere.remove(message.id());
            return message.id() <= newest;
        });
        left.removeAll(elsewhere);
        requireNone(faults);
    }

    private static void requireNone(List<Exception> faults) {
        if (!faults.isEmpty()) {
            throw new IllegalStateException(
                    "Kafka did not take " + faults.size() + " messages of the outbox", faults.getFirst());
        }
    }

    private List<Exception> publish(long after, Predicate<Message> wanted) {
        List<Exception> faults = new ArrayList<>();
        List<Message> page;
        do {
            long last = after;
            page = Objects.requireNonNull(transaction.execute(_ -> {
                List<Message> locked = outbox.lockAfter(last, BATCH);
                outbox.delete(taken(locked.stream().filter(wanted).toList(), faults));
                return locked;
            }));
            if (!page.isEmpty()) {
                after = page.getLast().id();
                newest = Math.max(newest, after);
            }
        } while (page.size() == BATCH);
        return faults;
    }

    /** Sends all of them at the same time, and returns those that Kafka has acknowledged. */
    private List<Message> taken(List<Message> batch, List<Exception> faults) {
        List<CompletableFuture<?>> sent = batch.stream().map(this::send).toList();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        List<Message> taken = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            try {
                sent.get(i).get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                taken.add(message);
                left.remove(message.id());
            } catch (ExecutionException | TimeoutException notTaken) {
                faults.add(notTaken);
                left.add(message.id());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("stopped while sending the outbox", stopped);
            }
        }
        return taken;
    }

    private CompletableFuture<?> send(Message message) {
        try {
            return kafka.send(
                    message.topic(), message.messageKey(), message.payload().getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }
}
