package io.flashsale.order.placement;

import io.flashsale.commons.kafka.BatchErrors;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Puts aside messages that can never be placed: as they came, with the reason in header {@code kafka_dlt-exception-message}
 * and where they came from in the others. Whoever has repaired one sends it to the first topic again.
 */
@Component
class DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    private final DeadLetterPublishingRecoverer publisher;
    private final PlacementMetrics metrics;
    private final JsonMapper json;

    DeadLetters(KafkaTemplate<String, byte[]> kafka, PlacementMetrics metrics, JsonMapper json) {
        this.json = json;
        this.metrics = metrics;
        publisher = BatchErrors.deadLetters(kafka);
    }

    /** Puts one reservation of the message aside, in a message of its own; the others are none of its business. */
    void put(ConsumerRecord<String, byte[]> message, StockReserved reservation, String reason) {
        byte[] alone = json.writeValueAsBytes(StockReservedGroup.of(reservation));
        ConsumerRecord<String, byte[]> about = new ConsumerRecord<>(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestamp(),
                message.timestampType(),
                message.serializedKeySize(),
                alone.length,
                message.key(),
                alone,
                message.headers(),
                message.leaderEpoch());
        put(about, reason);
    }

    /** Returns once Kafka has it; fails otherwise, and then the batch has to be repeated. */
    void put(ConsumerRecord<String, byte[]> message, String reason) {
        publisher.accept(message, null, new PoisonMessageException(reason));
        metrics.deadLetter();
        log.error(
                "message {}-{}@{} can never be placed and is now in {}: {}",
                message.topic(),
                message.partition(),
                message.offset(),
                StockReserved.DEAD_LETTER_TOPIC,
                reason);
    }
}
