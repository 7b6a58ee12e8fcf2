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
 * Sends the outbox to Kafka and deletes each message once Kafka and all its replicas have acknowledged it.
 *
 * <p>Guarantees delivery at least once: a crash between the acknowledgement and the commit sends the batch again.
 *
 * <p>Does not guarantee order across batches: instances skip rows that another has locked. This is safe, because
 * each message is about one order or one attempt of an order.
 */
@Component
class OutboxPublisher {

    private static final int BATCH = 500;

    /** Longer than the producer's delivery.timeout.ms, so that the producer gives up first. */
    private static final long TIMEOUT_SECONDS = 15;

    private final OutboxMapper outbox;
    private final TransactionTemplate transaction;
    private final KafkaTemplate<String, byte[]> kafka;

    OutboxPublisher(OutboxMapper outbox, TransactionTemplate transaction, KafkaTemplate<String, byte[]> kafka) {
        this.outbox = outbox;
        this.transaction = transaction;
        this.kafka = kafka;
    }

    /** Sends until the outbox is empty. If Kafka does not accept a batch, throws and leaves the batch in the table. */
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
