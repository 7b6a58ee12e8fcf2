package io.flashsale.order.outbox;

import io.flashsale.order.outbox.OutboxMapper.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sends what is in the outbox to Kafka and deletes it once Kafka has acknowledged it, all replicas included.
 *
 * <p>At least once: a crash between the acknowledgement and the commit sends the batch again. The rows in hand are
 * locked and other instances skip them, hence batches of several instances may overtake each other; the messages are
 * such that this does not matter: each tells of one order, or of one attempt of an order.
 */
@Component
class OutboxPublisher {

    private static final int BATCH = 500;

    /** Longer than the producer's delivery.timeout.ms, after which it gives up by itself. */
    private static final long TIMEOUT_SECONDS = 15;

    private final OutboxMapper outbox;
    private final TransactionTemplate transaction;
    private final KafkaTemplate<String, byte[]> kafka;

    OutboxPublisher(OutboxMapper outbox, TransactionTemplate transaction, KafkaTemplate<String, byte[]> kafka) {
        this.outbox = outbox;
        this.transaction = transaction;
        this.kafka = kafka;
    }

    /** Sends until nothing is left. Fails, and leaves the batch in hand where it is, if Kafka does not take it. */
    void publishAll() {
        while (publishBatch() == BATCH) {
            // there may be more
        }
    }

    private int publishBatch() {
        return transaction.execute(status -> {
            List<Message> batch = outbox.lockOldest(BATCH);
            if (!batch.isEmpty()) {
                send(batch);
                outbox.delete(batch);
            }
            return batch.size();
        });
    }

    private void send(List<Message> batch) {
        List<CompletableFuture<SendResult<String, byte[]>>> sent = batch.stream()
                .map(message -> kafka.send(
                        message.topic(), message.messageKey(), message.payload().getBytes(StandardCharsets.UTF_8)))
                .toList();
        try {
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException notTaken) {
            throw new IllegalStateException("Kafka did not take " + batch.size() + " messages of the outbox", notTaken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while sending the outbox", stopped);
        }
    }
}
