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
 * Sets aside messages that can never be placed. The message stays as it came. Header
 * {@code kafka_dlt-exception-message} has the reason, the other headers the origin. An operator can repair it and
 * send it to the first topic again.
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

    /** Sets one reservation of the message aside, in a message of its own, without the others. */
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

    /** Returns once Kafka has the message. Otherwise throws, and the batch has to be repeated. */
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
