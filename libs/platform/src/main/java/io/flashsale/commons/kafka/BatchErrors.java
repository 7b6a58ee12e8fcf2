package io.flashsale.commons.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer.HeaderNames.HeadersToAdd;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.RetryListener;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Handles failed batches.
 *
 * <p>A temporary fault, such as a server that is down, is retried for ever, because accepted messages must not be
 * forgotten. Meanwhile the consumer keeps polling with its partitions paused. So the group does not reassign them,
 * and a rebalance is noticed.
 *
 * <p>A message that can never succeed goes to a dead-letter topic, whose name is the topic's plus {@value
 * #DEAD_LETTERS}.
 */
public final class BatchErrors {

    /** The longest pause between retries, unless the service sets another. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(BatchErrors.class);
    private static final String DEAD_LETTERS = ".dead-letter";
    private static final int ANY_PARTITION = -1;
    private static final Duration ACKNOWLEDGEMENT_TIMEOUT = Duration.ofSeconds(15);
    private static final long FIRST_PAUSE_MILLIS = 50;

    private BatchErrors() {}

    /**
     * Retries for ever, but sets aside the message that a {@link BatchListenerFailedException} names.
     *
     * @param onDeadLetter called after each message that was set aside
     */
    public static DefaultErrorHandler repeatOrSetAside(KafkaTemplate<String, byte[]> kafka, Runnable onDeadLetter) {
        ExponentialBackOff forEver = forEver(MAX_PAUSE);
        DefaultErrorHandler handler =
                handler(new DefaultErrorHandler(deadLetters(kafka), forEver), () -> {}, onDeadLetter);
        handler.setBackOffFunction(
                (message, fault) -> fault instanceof BatchListenerFailedException ? new FixedBackOff(0, 0) : forEver);
        return handler;
    }

    /**
     * Retries any failure for ever: for listeners that set hopeless messages aside themselves.
     *
     * @param onRetry called before each retry
     */
    public static DefaultErrorHandler repeat(Duration maxPause, Runnable onRetry) {
        return handler(
                new DefaultErrorHandler(
                        (message, fault) -> {
                            throw new IllegalStateException("a batch is never given up", fault);
                        },
                        forEver(maxPause)),
                onRetry,
                () -> {});
    }

    /**
     * Sets messages aside unchanged, with the reason in header {@code kafka_dlt-exception-message} and their origin
     * in the others. Returns once Kafka has them, and fails otherwise.
     */
    public static DeadLetterPublishingRecoverer deadLetters(KafkaTemplate<String, byte[]> kafka) {
        DeadLetterPublishingRecoverer deadLetters = new DeadLetterPublishingRecoverer(
                kafka, (message, fault) -> new TopicPartition(message.topic() + DEAD_LETTERS, ANY_PARTITION));
        deadLetters.setFailIfSendResultIsError(true);
        deadLetters.setWaitForSendResultTimeout(ACKNOWLEDGEMENT_TIMEOUT);
        deadLetters.excludeHeader(HeadersToAdd.EX_STACKTRACE);
        return deadLetters;
    }

    private static ExponentialBackOff forEver(Duration maxPause) {
        ExponentialBackOff forEver = new ExponentialBackOff(FIRST_PAUSE_MILLIS, 2);
        forEver.setMaxInterval(maxPause.toMillis());
        return forEver;
    }

    private static DefaultErrorHandler handler(DefaultErrorHandler handler, Runnable onRetry, Runnable onDeadLetter) {
        handler.setClassifications(Map.of(), true); // by default some exceptions are not retried
        handler.setRetryListeners(new RetryLog(onRetry, onDeadLetter));
        return handler;
    }

    private record RetryLog(Runnable onRetry, Runnable onDeadLetter) implements RetryListener {

        private static final int LOG_EVERY = 30;

        @Override
        public void failedDelivery(ConsumerRecord<?, ?> message, @Nullable Exception fault, int attempt) {
            // A named message is set aside at once.
        }

        @Override
        public void failedDelivery(ConsumerRecords<?, ?> messages, Exception fault, int attempt) {
            onRetry.run();
            if (attempt % LOG_EVERY == 1) {
                log.warn(
                        "{} messages of {} cannot be taken now (attempt {}) and will be tried again",
                        messages.count(),
                        messages.partitions(),
                        attempt,
                        fault);
            }
        }

        @Override
        public void recovered(ConsumerRecord<?, ?> message, @Nullable Exception fault) {
            log.error(
                    "message {}-{}@{} can never be taken and is now a dead letter",
                    message.topic(),
                    message.partition(),
                    message.offset(),
                    fault);
            onDeadLetter.run();
        }
    }
}
