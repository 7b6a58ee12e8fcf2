package io.flashsale.coupon.claiming;

import io.flashsale.admission.OutboxRelay;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Runs the relay, for ever: what could not be sent now is sent when Kafka and Redis are back. */
@Component
class ClaimRelay {

    private final OutboxRelay relay;
    private final Counter relayed;

    ClaimRelay(OutboxRelay relay, MeterRegistry meters) {
        this.relay = relay;
        this.relayed = Counter.builder("flashsale.claims.relayed")
                .description("claims that the relay sent, because the request could not")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "500ms")
    void run() throws InterruptedException {
        relayed.increment(relay.runAsFarAsPossible());
    }
}
