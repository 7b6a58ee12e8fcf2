package io.flashsale.stock.reservation;

import io.flashsale.admission.OutboxRelay;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Runs the relay, for ever: what could not be sent now is sent when Kafka and Redis are back. */
@Component
class ReservationRelay {

    private static final Logger log = LoggerFactory.getLogger(ReservationRelay.class);

    private final OutboxRelay relay;
    private final Counter relayed;
    private boolean failing;

    ReservationRelay(OutboxRelay relay, MeterRegistry meters) {
        this.relay = relay;
        this.relayed = Counter.builder("flashsale.reservations.relayed")
                .description("reservations that the relay sent, because the request could not")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "500ms")
    void run() throws InterruptedException {
        try {
            relayed.increment(relay.run());
            if (failing) {
                log.info("the relay works again");
                failing = false;
            }
        } catch (RedisException | KafkaException | ExecutionException | TimeoutException fault) {
            if (!failing) {
                log.warn("the relay cannot send now; what is in the outbox stays there", fault);
                failing = true;
            }
        }
    }
}
