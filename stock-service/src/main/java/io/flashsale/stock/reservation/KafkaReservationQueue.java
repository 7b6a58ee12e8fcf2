package io.flashsale.stock.reservation;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.Reservation;
import io.flashsale.admission.ReservationQueue;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Brings reservations to Kafka, keyed by sale, so that one partition holds one sale in order. */
@Component
class KafkaReservationQueue implements ReservationQueue {

    private static final Logger log = LoggerFactory.getLogger(KafkaReservationQueue.class);

    private final KafkaTemplate<String, byte[]> kafka;
    private final JsonMapper json;

    /** The terms of a sale are the same text in each of its reservations. */
    private final LoadingCache<String, SaleTerms> terms;

    KafkaReservationQueue(KafkaTemplate<String, byte[]> kafka, JsonMapper json) {
        this.kafka = kafka;
        this.json = json;
        this.terms = Caffeine.newBuilder().maximumSize(1_000).build(text -> json.readValue(text, SaleTerms.class));
    }

    @Override
    public CompletableFuture<?> send(Reservation reservation) {
        StockReserved message = new StockReserved(
                reservation.id(),
                reservation.campaignId(),
                reservation.userId(),
                terms.get(reservation.terms()),
                reservation.admittedAt(),
                reservation.correlationId().isEmpty() ? null : reservation.correlationId());
        return kafka.send(
                StockReserved.TOPIC, Long.toString(reservation.campaignId()), json.writeValueAsBytes(message));
    }

    /**
     * Has the producer know the topic's partitions before the first shopper needs them: the first send, and one after
     * five idle minutes, would wait for them, and a start of a sale is both.
     */
    @Scheduled(fixedDelayString = "10s")
    void keepReady() {
        try {
            kafka.partitionsFor(StockReserved.TOPIC);
        } catch (KafkaException away) {
            log.debug("Kafka does not say where {} is", StockReserved.TOPIC, away);
        }
    }
}
