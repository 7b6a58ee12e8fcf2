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
 * Takes messages that reach Kafka if, and only if, the current transaction commits. {@link OutboxPublisher} sends
 * each at least once, soon after the commit.
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

    /** Published when messages are written, so that they are sent right after the commit. */
    record Filled() {}

    /** Adds the releases of orders that ended without a sale. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void append(Collection<OrderReleased> facts) {
        write(facts.stream()
                .map(fact -> message(OrderReleased.TOPIC, fact.saleId(), fact))
                .toList());
    }

    /** Adds the outcomes of orders that may have reserved a coupon. */
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
