package io.flashsale.admission.spring;

import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.outbox.OutboxRelay;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.DoubleSupplier;
import org.redisson.client.RedisException;

/** Shows what lies in the outbox, and what became of it. */
final class AdmissionMetrics implements MeterBinder {

    private final CampaignMeters meters;
    private final AdmissionService admission;
    private final OutboxRelay relay;

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
        Gauge.builder(meters.outbox(), () -> asked(relay::outboxLength))
                .description("groups of reservations that Kafka is not known to have; NaN while Redis is away")
                .register(registry);
        Gauge.builder(meters.outboxAge(), () -> asked(() -> relay.oldestAge().toMillis() / 1_000.0))
                .description("seconds since the oldest of them was admitted; NaN while Redis is away")
                .register(registry);
    }

    private static double asked(DoubleSupplier redis) {
        try {
            return redis.getAsDouble();
        } catch (RedisException unreachable) {
            return Double.NaN;
        }
    }
}
