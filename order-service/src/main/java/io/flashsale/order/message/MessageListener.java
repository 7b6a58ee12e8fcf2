package io.flashsale.order.message;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.PartwiseDelivery;
import io.flashsale.commons.kafka.PartwiseDelivery.Delivered;
import io.flashsale.contracts.message.MessageForShopper;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells shoppers what other services have sent for them. A batch is acknowledged when its messages are committed; one
 * that comes again changes nothing.
 */
@Component
class MessageListener {

    private final Notifications notifications;
    private final TransactionTemplate transaction;
    private final PartwiseDelivery<MessageForShopper, String, MessageForShopper> delivery;

    MessageListener(
            Notifications notifications, TransactionTemplate transaction, JsonMapper json, DeadLetters deadLetters) {
        this.notifications = notifications;
        this.transaction = transaction;
        this.delivery = new PartwiseDelivery<>(
                new JsonMessages<>(json, MessageForShopper.class, "message for a shopper", MessageListener::faultOf),
                message -> "all", // they depend on the same database only
                List::of,
                null,
                this::tell,
                deadLetters);
    }

    @KafkaListener(
            id = MessageForShopper.GROUP,
            topics = MessageForShopper.TOPIC,
            autoStartup = "false") // see PlacementConsumerConfiguration
    void receive(List<ConsumerRecord<String, byte[]>> batch) {
        delivery.take(batch);
    }

    private Map<MessageForShopper, String> tell(String all, List<Delivered<MessageForShopper>> some) {
        transaction.executeWithoutResult(
                status -> notifications.tell(some.stream().map(Delivered::fact).toList()));
        return Map.of();
    }

    @SuppressWarnings("ConstantValue") // JSON may leave out what the compiler believes to be there
    private static @Nullable String faultOf(MessageForShopper message) {
        boolean isComplete = message.userId() > 0
                && message.saleId() > 0
                && message.kind() != null
                && message.key() != null
                && message.key().matches("[!-~]{1," + MessageForShopper.MAX_KEY + "}")
                && message.title() != null;
        if (!isComplete) {
            return "an id, the kind, the key or the title is missing";
        }
        return message.at() == null || JsonMessages.isStorable(message.at()) ? null : "the time cannot be stored";
    }
}
