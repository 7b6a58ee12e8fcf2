package io.flashsale.commons.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BackOffHandler;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.RetryListener;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Repeats failed batches of {@link PartwiseDelivery} for ever, because accepted messages must not be forgotten.
 *
 * <p>It acknowledges what comes before the named message, and has that message and what follows delivered again after
 * a pause. Meanwhile the consumer works on its other partitions, and notices a rebalance. For this the containers pass
 * on batches of one partition; see {@link BatchErrorsAutoConfiguration}.
 */
public final class BatchErrors {

    private static final Logger log = LoggerFactory.getLogger(BatchErrors.class);
    private static final long FIRST_PAUSE_MILLIS = 50;

    /** The longest pause, so that work resumes soon after an outage. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

    private BatchErrors() {}

    /** @param onRetry called before each repetition */
    public static DefaultErrorHandler repeat(Runnable onRetry) {
        ExponentialBackOff forEver = new ExponentialBackOff(FIRST_PAUSE_MILLIS, 2);
        forEver.setMaxInterval(MAX_PAUSE.toMillis());
        DefaultErrorHandler handler = new PartitionRetries(forEver);
        handler.setClassifications(Map.of(), true); // by default some exceptions are not retried
        handler.setResetStateOnExceptionChange(false);
        handler.setRetryListeners(new RetryLog(onRetry));
        return handler;
    }

    private static final class PartitionRetries extends DefaultErrorHandler {

        PartitionRetries(ExponentialBackOff forEver) {
            super(
                    (message, fault) -> {
                        throw new IllegalStateException("a message is never given up", fault);
                    },
                    forEver,
                    new PartitionPause());
        }

        /**
         * Keeps the back-off. The container calls this when any partition of the consumer succeeds, and so would let
         * the failing one begin with the shortest pause again (spring-kafka issue 4371, mended in 4.2).
         */
        @Override
        public void clearThreadState() {}
    }

    /** Pauses the partition of the failed message only. */
    private static final class PartitionPause implements BackOffHandler {

        @Override
        public void onNextBackOff(
                @Nullable MessageListenerContainer container, @Nullable Exception fault, long pauseMillis) {
            ConsumerRecord<?, ?> failed = failedMessage(fault);
            if (container == null || failed == null || !container.isRunning()) {
                return;
            }
            TopicPartition partition = new TopicPartition(failed.topic(), failed.partition());
            container.pausePartition(partition);
            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                    .execute(() -> container.resumePartition(partition));
        }

        private static @Nullable ConsumerRecord<?, ?> failedMessage(@Nullable Throwable fault) {
            for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
                if (cause instanceof BatchListenerFailedException failed) {
                    return failed.getRecord();
                }
            }
            return null;
        }
    }

    private record RetryLog(Runnable onRetry) implements RetryListener {

        private static final int LOG_EVERY = 30;

        @Override
        public void failedDelivery(ConsumerRecord<?, ?> message, @Nullable Exception fault, int attempt) {
            onRetry.run();
            if (attempt % LOG_EVERY == 1) {
                log.warn(
                        "message {}-{}@{} cannot be taken now (attempt {}); it comes again, with those that follow",
                        message.topic(),
                        message.partition(),
                        message.offset(),
                        attempt,
                        fault);
            }
        }
    }
}
