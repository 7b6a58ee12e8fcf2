package io.flashsale.coupon.claiming;

import io.flashsale.admission.Ticket;
import io.flashsale.admission.TicketQueue;
import io.flashsale.contracts.coupon.CouponClaimed;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Brings claims to Kafka, keyed by template, so that one partition holds one template in order. */
@Component
class ClaimQueue implements TicketQueue {

    private static final Logger log = LoggerFactory.getLogger(ClaimQueue.class);

    private final KafkaTemplate<String, byte[]> kafka;
    private final JsonMapper json;

    ClaimQueue(KafkaTemplate<String, byte[]> kafka, JsonMapper json) {
        this.kafka = kafka;
        this.json = json;
    }

    @Override
    public CompletableFuture<?> send(Ticket ticket) {
        CouponClaimed message = new CouponClaimed(
                ticket.id(),
                ticket.offerId(),
                ticket.userId(),
                ticket.admittedAt(),
                ticket.correlationId().isEmpty() ? null : ticket.correlationId());
        return kafka.send(CouponClaimed.TOPIC, Long.toString(ticket.offerId()), json.writeValueAsBytes(message));
    }

    /** Has the producer know the partitions before the first claim needs them; it forgets them after five idle minutes. */
    @Scheduled(fixedDelayString = "10s")
    void keepReady() {
        try {
            kafka.partitionsFor(CouponClaimed.TOPIC);
        } catch (KafkaException away) {
            log.debug("Kafka does not say where {} is", CouponClaimed.TOPIC, away);
        }
    }
}
