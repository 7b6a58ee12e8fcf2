package io.flashsale.commons.kafka;

import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/** What becomes of a batch that failed. */
public final class BatchErrors {

    private static final String DEAD_LETTERS = ".dead-letter";
    private static final int ANY_PARTITION = -1;

    private BatchErrors() {}

    /**
     * What heals (a server is away) is tried again for ever, after 100 ms up to 1 s; what cannot (the message that a
     * {@link BatchListenerFailedException} names) is set aside in the topic's dead-letter topic, called like the topic
     * and {@value #DEAD_LETTERS}.
     */
    public static DefaultErrorHandler repeatOrSetAside(KafkaTemplate<String, byte[]> kafka) {
        DeadLetterPublishingRecoverer deadLetters = new DeadLetterPublishingRecoverer(
                kafka, (message, fault) -> new TopicPartition(message.topic() + DEAD_LETTERS, ANY_PARTITION));
        ExponentialBackOff forEver = new ExponentialBackOff(100, 2);
        forEver.setMaxInterval(1_000);
        DefaultErrorHandler handler = new DefaultErrorHandler(deadLetters, forEver);
        handler.setBackOffFunction(
                (message, fault) -> fault instanceof BatchListenerFailedException ? new FixedBackOff(0, 0) : forEver);
        return handler;
    }
}
