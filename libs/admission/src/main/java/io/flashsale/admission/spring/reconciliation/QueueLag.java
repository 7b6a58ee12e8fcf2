package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.spring.CampaignType;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts the messages in Kafka that their consumers have not processed. The producing side measures it, so that it
 * also shows when no consumer is left.
 */
public final class QueueLag {

    private final CampaignType type;
    private final ConsumerProgress progress;
    private volatile double messages = Double.NaN;

    QueueLag(CampaignType type, ConsumerProgress progress, MeterRegistry meters) {
        this.type = type;
        this.progress = progress;
        Gauge.builder(type.meters().lag(), this, lag -> lag.messages)
                .description("messages in Kafka that have not been dealt with; NaN while Kafka does not say")
                .register(meters);
    }

    /** Measures once; to be called periodically. */
    public void look() {
        try {
            messages = progress.behind(type.consumerGroup(), progress.mark(type.topic()));
        } catch (UnknownProgressException unknown) {
            messages = Double.NaN;
        }
    }
}
