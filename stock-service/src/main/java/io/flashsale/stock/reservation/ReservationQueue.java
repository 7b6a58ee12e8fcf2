package io.flashsale.stock.reservation;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.Ticket;
import io.flashsale.admission.TicketQueue;
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
class ReservationQueue implements TicketQueue {

    private static final Logger log = LoggerFactory.getLogger(ReservationQueue.class);

    private final KafkaTemplate<String, byte[]> kafka;
    private final JsonMapper json;

    /** The terms of a sale are the same text in each of its tickets. */
    private final LoadingCache<String, SaleTerms> terms;

    ReservationQueue(KafkaTemplate<String, byte[]> kafka, JsonMapper json) {
        this.kafka = kafka;
        this.json = json;
        this.terms = Caffeine.newBuilder().maximumSize(1_000).build(text -> json.readValue(text, SaleTerms.class));
    }

    @Override
    public CompletableFuture<?> send(Ticket ticket) {
        StockReserved message = new StockReserved(
                ticket.id(),
                ticket.offerId(),
                ticket.userId(),
                terms.get(ticket.terms()),
                ticket.admittedAt(),
                ticket.correlationId().isEmpty() ? null : ticket.correlationId());
        return kafka.send(StockReserved.TOPIC, Long.toString(ticket.offerId()), json.writeValueAsBytes(message));
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
