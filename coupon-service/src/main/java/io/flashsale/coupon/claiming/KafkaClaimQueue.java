package io.flashsale.coupon.claiming;

import io.flashsale.admission.Reservation;
import io.flashsale.admission.ReservationQueue;
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
class KafkaClaimQueue implements ReservationQueue {

    private static final Logger log = LoggerFactory.getLogger(KafkaClaimQueue.class);

    private final KafkaTemplate<String, byte[]> kafka;
    private final JsonMapper json;

    KafkaClaimQueue(KafkaTemplate<String, byte[]> kafka, JsonMapper json) {
        this.kafka = kafka;
        this.json = json;
    }

    @Override
    public CompletableFuture<?> send(Reservation reservation) {
        CouponClaimed message = new CouponClaimed(
                reservation.id(),
                reservation.campaignId(),
                reservation.userId(),
                reservation.admittedAt(),
                reservation.correlationId().isEmpty() ? null : reservation.correlationId());
        return kafka.send(
                CouponClaimed.TOPIC, Long.toString(reservation.campaignId()), json.writeValueAsBytes(message));
    }

    /**
     * Has the producer know the partitions before the first claim needs them; it forgets them after five idle minutes.
     */
    @Scheduled(fixedDelayString = "10s")
    void keepReady() {
        try {
            kafka.partitionsFor(CouponClaimed.TOPIC);
        } catch (KafkaException away) {
            log.debug("Kafka does not say where {} is", CouponClaimed.TOPIC, away);
        }
    }
}
