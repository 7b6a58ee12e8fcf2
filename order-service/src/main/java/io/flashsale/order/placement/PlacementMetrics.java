package io.flashsale.order.placement;

import io.flashsale.order.ordering.EndReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Measures placement. */
@Component
class PlacementMetrics {

    private final Counter placed;
    private final Map<EndReason, Counter> rejected = new EnumMap<>(EndReason.class);
    private final DistributionSummary batch;
    private final Timer latency;
    private final Counter collisions;

    PlacementMetrics(MeterRegistry meters) {
        placed = meters.counter("flashsale.orders.placed");
        for (EndReason reason : EndReason.values()) {
            rejected.put(reason, meters.counter("flashsale.orders.rejected", "reason", reason.name()));
        }
        batch = DistributionSummary.builder("flashsale.placement.batch.size")
                .description("Orders decided in one transaction")
                .register(meters);
        latency = Timer.builder("flashsale.placement.latency")
                .description("From the reservation in Redis to the commit of the order")
                .publishPercentileHistogram()
                .maximumExpectedValue(Duration.ofMinutes(2))
                .register(meters);
        collisions = meters.counter("flashsale.placement.collisions");
    }

    void decided(List<Decision> decisions) {
        Instant now = Instant.now();
        batch.record(decisions.size());
        for (Decision decision : decisions) {
            latency.record(Duration.between(decision.reservation().reservedAt(), now));
            switch (decision) {
                case Decision.Place place -> placed.increment();
                case Decision.Reject reject -> rejected(reject.reason(), 1);
            }
        }
    }

    void rejected(EndReason reason, int orders) {
        Objects.requireNonNull(rejected.get(reason)).increment(orders);
    }

    /** Counts that an insertion met existing orders. */
    void collided() {
        collisions.increment();
    }
}
