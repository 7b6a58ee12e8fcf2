package io.flashsale.order.outbox;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.order.outbox.OutboxMapper.NewMessage;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;
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
    private final RepeatedTask publishing;

    Outbox(
            OutboxMapper outbox,
            JsonMapper json,
            ApplicationEventPublisher events,
            @Qualifier("outboxPublishing") RepeatedTask publishing) {
        this.outbox = outbox;
        this.json = json;
        this.events = events;
        this.publishing = publishing;
    }

    /** Published when messages are written. */
    record Filled() {}

    /** Sends them right after the commit instead of at the next second. */
    @TransactionalEventListener
    void on(Filled filled) {
        publishing.wake();
    }

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
