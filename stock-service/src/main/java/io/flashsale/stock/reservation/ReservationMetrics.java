package io.flashsale.stock.reservation;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.OutboxRelay;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.redisson.client.RedisException;
import org.springframework.stereotype.Component;

/** Counts what the endpoint answered, and what lies in the outbox. */
@Component
class ReservationMetrics {

    private final Counter admitted;
    private final Counter alreadyHolding;
    private final Counter soldOut;
    private final Counter notOpen;
    private final Counter ended;
    private final Counter notReady;

    ReservationMetrics(MeterRegistry meters, AdmissionService admission, OutboxRelay relay) {
        admitted = outcome(meters, "admitted");
        alreadyHolding = outcome(meters, "already-purchased");
        soldOut = outcome(meters, "sold-out");
        notOpen = outcome(meters, "not-open");
        ended = outcome(meters, "ended");
        notReady = outcome(meters, "not-ready");
        FunctionCounter.builder("flashsale.reservations.deferred", admission, AdmissionService::deferred)
                .description("reservations answered before Kafka had acknowledged them")
                .register(meters);
        Gauge.builder("flashsale.reservations.outbox", relay, ReservationMetrics::length)
                .description("reservations that Kafka is not known to have; NaN while Redis is away")
                .register(meters);
    }

    void count(Admission admission) {
        switch (admission) {
            case Admission.Admitted _, Admission.AdmittedBefore _ -> admitted.increment();
            case Admission.AlreadyHolding _ -> alreadyHolding.increment();
            case Admission.SoldOut _ -> soldOut.increment();
            case Admission.NotOpen _ -> notOpen.increment();
            case Admission.Ended _ -> ended.increment();
            case Admission.NotReady _ -> notReady.increment();
        }
    }

    private static Counter outcome(MeterRegistry meters, String outcome) {
        return Counter.builder("flashsale.reservations")
                .description("answers to reservation requests")
                .tag("outcome", outcome)
                .register(meters);
    }

    private static double length(OutboxRelay relay) {
        try {
            return relay.outboxLength();
        } catch (RedisException unreachable) {
            return Double.NaN;
        }
    }
}
