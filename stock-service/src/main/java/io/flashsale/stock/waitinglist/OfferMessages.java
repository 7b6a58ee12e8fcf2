package io.flashsale.stock.waitinglist;

import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells shoppers of their offers, and of the end of an offer or of the whole list, once it is committed. A message may be
 * missing if Kafka is away or this process dies: an offer is soon over, and the page of the sale shows all of it anyway.
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
        titleOf(offered.saleId())
                .ifPresent(title -> send(MessageForShopper.offer(
                        offered.userId(),
                        offered.saleId(),
                        key(offered.saleId(), offered.until().toEpochMilli()),
                        title,
                        offered.until())));
    }

    @TransactionalEventListener
    void tell(OfferLapsed lapsed) {
        titleOf(lapsed.saleId())
                .ifPresent(title -> send(MessageForShopper.offerLapsed(
                        lapsed.userId(),
                        lapsed.saleId(),
                        key(lapsed.saleId(), lapsed.until().toEpochMilli()),
                        title)));
    }

    @TransactionalEventListener
    void tell(ListEnded ended) {
        titleOf(ended.saleId()).ifPresent(title -> tell(ended, title));
    }

    private Optional<String> titleOf(long saleId) {
        return catalogue.find(saleId).map(sale -> sale.terms().title());
    }

    private static String key(long saleId, long what) {
        return saleId + "-" + what;
    }

    /** Leaves the rest out if one cannot be sent: each would wait for Kafka as long. */
    private void tell(ListEnded ended, String title) {
        for (WaitingShopper row : ended.shoppers()) {
            String key = key(ended.saleId(), row.place());
            if (!send(MessageForShopper.listEnded(row.userId(), ended.saleId(), key, title))) {
                return;
            }
        }
    }

    /** Returns whether Kafka has taken the message, or may yet. */
    private boolean send(MessageForShopper message) {
        try {
            CompletableFuture<?> sent = kafka.send(
                    MessageForShopper.TOPIC, Long.toString(message.userId()), json.writeValueAsBytes(message));
            sent.whenComplete((done, fault) -> {
                if (fault != null) {
                    notSent(message, fault);
                }
            });
            return !sent.isCompletedExceptionally();
        } catch (KafkaException fault) {
            notSent(message, fault);
            return false;
        }
    }

    private static void notSent(MessageForShopper message, Throwable fault) {
        log.warn("{} of sale {} was not sent as a message", message.kind(), message.saleId(), fault);
    }
}
