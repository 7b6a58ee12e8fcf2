package io.flashsale.admission.spring;

import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.outbox.OutboxRelay;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.redisson.client.RedisException;

/**
 * Shows the size and age of the outbox, and what became of its entries. Only {@link #look} asks Redis, never a reader
 * of the meters: otherwise a Redis that hangs would time out the scrape of all meters, and the service would look
 * dead.
 */
final class AdmissionMetrics implements MeterBinder {

    /** The outbox at the last look. */
    private record Outbox(double groups, double ageSeconds) {
        static final Outbox UNKNOWN = new Outbox(Double.NaN, Double.NaN);
    }

    private final CampaignMeters meters;
    private final AdmissionService admission;
    private final OutboxRelay relay;
    private volatile Outbox outbox = Outbox.UNKNOWN;

    AdmissionMetrics(CampaignMeters meters, AdmissionService admission, OutboxRelay relay) {
        this.meters = meters;
        this.admission = admission;
        this.relay = relay;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(meters.deferred(), admission, AdmissionService::deferred)
                .description("reservations left to the relay, because Kafka had not acknowledged them in time")
                .register(registry);
        FunctionCounter.builder(meters.relayed(), relay, OutboxRelay::relayed)
                .description("reservations that the relay sent, because the request could not")
                .register(registry);
        Gauge.builder(meters.outbox(), this, it -> it.outbox.groups())
                .description("groups of reservations that Kafka is not known to have; NaN while Redis is away")
                .register(registry);
        Gauge.builder(meters.outboxAge(), this, it -> it.outbox.ageSeconds())
                .description("seconds since the oldest of them was admitted; NaN while Redis is away")
                .register(registry);
    }

    /** One look into the outbox; to be called periodically. */
    void look() {
        try {
            outbox = new Outbox(relay.outboxLength(), relay.oldestAge().toMillis() / 1_000.0);
        } catch (RedisException unreachable) {
            outbox = Outbox.UNKNOWN;
        }
    }
}
