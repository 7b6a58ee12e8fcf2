package io.flashsale.stock.ledger;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.AdmissionGates.Hold;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives back what ended orders held: in MySQL, and after the commit in Redis. Both steps are idempotent, and the batch
 * is acknowledged after both: a crash in between repeats them.
 */
@Component
class Releases {

    private final Ledger ledger;
    private final AdmissionGates gates;
    private final JsonMapper json;

    Releases(Ledger ledger, AdmissionGates gates, JsonMapper json) {
        this.ledger = ledger;
        this.gates = gates;
        this.json = json;
    }

    @KafkaListener(
            id = OrderReleased.RELEASE_GROUP,
            topics = OrderReleased.TOPIC,
            concurrency = "${flashsale.releases.concurrency:2}")
    void release(List<ConsumerRecord<String, byte[]>> records) {
        parse(records).stream().collect(groupingBy(OrderReleased::saleId)).forEach(this::release);
    }

    private void release(long saleId, List<OrderReleased> orders) {
        ledger.release(saleId, orders);
        gates.release(saleId, orders.stream().map(Releases::hold).toList());
    }

    /** What MySQL never had must not come back in Redis either: that is how Redis gets rid of a surplus. */
    private static Hold hold(OrderReleased order) {
        return new Hold(order.userId(), order.orderId(), order.reason() != Reason.INSUFFICIENT_STOCK);
    }

    private List<OrderReleased> parse(List<ConsumerRecord<String, byte[]>> records) {
        List<OrderReleased> orders = new ArrayList<>(records.size());
        for (int i = 0; i < records.size(); i++) {
            try {
                orders.add(json.readValue(records.get(i).value(), OrderReleased.class));
            } catch (JacksonException | IllegalArgumentException unreadable) {
                throw new BatchListenerFailedException("not an OrderReleased", unreadable, i);
            }
        }
        return orders;
    }
}
