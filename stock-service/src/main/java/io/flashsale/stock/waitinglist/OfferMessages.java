package io.flashsale.stock.waitinglist;

import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.stock.catalogue.SaleCatalogue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends each offer as a message to its shopper, once it is committed. A message may be missing if Kafka is away or this
 * process dies: an offer is soon over, and the page of the sale shows it anyway.
 */
@Component
class OfferMessages {

    private static final Logger log = LoggerFactory.getLogger(OfferMessages.class);

    private final KafkaTemplate<String, byte[]> kafka;
    private final SaleCatalogue catalogue;
    private final JsonMapper json;

    OfferMessages(KafkaTemplate<String, byte[]> kafka, SaleCatalogue catalogue, JsonMapper json) {
        this.kafka = kafka;
        this.catalogue = catalogue;
        this.json = json;
    }

    @TransactionalEventListener
    void tell(UnitOffered offered) {
        String key = offered.saleId() + "-" + offered.until().toEpochMilli();
        catalogue
                .find(offered.saleId())
                .map(sale ->
                        MessageForShopper.offer(offered.userId(), offered.saleId(), key, sale.title(), offered.until()))
                .ifPresent(this::send);
    }

    private void send(MessageForShopper message) {
        try {
            kafka.send(MessageForShopper.TOPIC, Long.toString(message.userId()), json.writeValueAsBytes(message))
                    .whenComplete((sent, fault) -> {
                        if (fault != null) {
                            notSent(message, fault);
                        }
                    });
        } catch (KafkaException fault) {
            notSent(message, fault);
        }
    }

    private static void notSent(MessageForShopper message, Throwable fault) {
        log.warn("an offer of sale {} was not sent as a message", message.saleId(), fault);
    }
}
