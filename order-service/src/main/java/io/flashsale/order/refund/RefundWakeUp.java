package io.flashsale.order.refund;

import io.flashsale.commons.background.RepeatedTask;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Makes a new refund at once instead of at the next second. */
@Component
class RefundWakeUp {

    private final RepeatedTask processing;

    RefundWakeUp(@Qualifier("refundProcessing") RepeatedTask processing) {
        this.processing = processing;
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, fallbackExecution = true)
    void on(Refunds.Due due) {
        processing.wake();
    }
}
