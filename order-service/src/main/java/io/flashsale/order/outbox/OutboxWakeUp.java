package io.flashsale.order.outbox;

import io.flashsale.commons.background.RepeatedTask;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Publishes newly written messages at once instead of at the next second. */
@Component
class OutboxWakeUp {

    private final RepeatedTask publishing;

    OutboxWakeUp(@Qualifier("outboxPublishing") RepeatedTask publishing) {
        this.publishing = publishing;
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    void on(Outbox.Filled filled) {
        publishing.wake();
    }
}
