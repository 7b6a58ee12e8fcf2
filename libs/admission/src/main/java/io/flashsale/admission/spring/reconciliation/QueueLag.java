package io.flashsale.admission.spring.reconciliation;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts the messages in Kafka that a consumer group has not processed. Asks Kafka, so that it also shows when the
 * consumers stand still; if another service measures it, also when none is left.
 */
public final class QueueLag {

    private final String topic;
    private final String consumerGroup;
    private final ConsumerProgress progress;
    private volatile double messages = Double.NaN;

    /** @param name of the gauge */
    public QueueLag(String name, String topic, String consumerGroup, ConsumerProgress progress, MeterRegistry meters) {
        this.topic = topic;
        this.consumerGroup = consumerGroup;
        this.progress = progress;
        Gauge.builder(name, this, lag -> lag.messages)
                .description("messages in Kafka that have not been dealt with; NaN while Kafka does not say")
                .register(meters);
    }

    /** Measures once; to be called periodically. */
    public void look() {
        try {
            messages = progress.behind(consumerGroup, progress.mark(topic));
        } catch (UnknownProgressException unknown) {
            messages = Double.NaN;
        }
    }
}
