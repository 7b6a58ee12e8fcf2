package io.flashsale.order.outbox;

import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.order.outbox.OutboxMapper.NewMessage;
import java.util.Collection;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes messages that must reach Kafka if, and only if, the present transaction commits.
 *
 * <p>Each is sent at least once, soon after the commit; see {@link OutboxPublisher}.
 */
@Component
public class Outbox {

    private final OutboxMapper outbox;
    private final JsonMapper json;
    private final ApplicationEventPublisher events;

    Outbox(OutboxMapper outbox, JsonMapper json, ApplicationEventPublisher events) {
        this.outbox = outbox;
        this.json = json;
        this.events = events;
    }

    /** Something was written. Whoever sends it is told after the commit. */
    record Filled() {}

    /** Orders that ended without a sale. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void append(Collection<OrderReleased> facts) {
        write(facts.stream()
                .map(fact -> message(OrderReleased.TOPIC, fact.saleId(), fact))
                .toList());
    }

    /** What became of orders that a coupon was reserved for, or may have been. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void settled(Collection<CouponSettled> facts) {
        write(facts.stream()
                .map(fact -> message(CouponSettled.TOPIC, fact.couponId(), fact))
                .toList());
    }

    private NewMessage message(String topic, long key, Object fact) {
        return new NewMessage(topic, Long.toString(key), json.writeValueAsString(fact));
    }

    private void write(List<NewMessage> messages) {
        if (!messages.isEmpty()) {
            outbox.insert(messages);
            events.publishEvent(new Filled());
        }
    }
}
