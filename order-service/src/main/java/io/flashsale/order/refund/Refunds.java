package io.flashsale.order.refund;

import io.flashsale.commons.background.RepeatedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;

/** Records which charges have to go back, and lists their states. */
@Service
public class Refunds {

    private static final Logger log = LoggerFactory.getLogger(Refunds.class);

    private final RefundMapper refunds;
    private final ApplicationEventPublisher events;
    private final RepeatedTask processing;

    Refunds(
            RefundMapper refunds,
            ApplicationEventPublisher events,
            @Qualifier("refundProcessing") RepeatedTask processing) {
        this.refunds = refunds;
        this.events = events;
        this.processing = processing;
    }

    /** Published when a refund is due. */
    public record Due() {}

    /** Makes it right after the commit instead of at the next second. */
    @TransactionalEventListener(fallbackExecution = true)
    void on(Due due) {
        processing.wake();
    }

    /**
     * Makes a refund due if, and only if, the current transaction commits. It is attempted soon, as often as
     * {@link RefundProperties} allow; then an administrator has to retry it.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void due(String chargeId, long orderId, long amountCents, RefundReason reason) {
        refunds.insert(chargeId, orderId, amountCents, reason);
        events.publishEvent(new Due());
        log.warn("charge {} for order {} goes back: {}", chargeId, orderId, reason);
    }

    /** Lists refunds that are not made, newest first, then those that are. */
    List<Refund> list(int limit) {
        List<Refund> list = new ArrayList<>(refunds.unfinished(limit));
        if (list.size() < limit) {
            list.addAll(refunds.finished(limit - list.size()));
        }
        return list;
    }

    /** Retries the refund now unless it is made. Returns its state; empty if there is none. */
    Optional<Refund> tryAgain(long id) {
        if (refunds.tryAgain(id) == 1) {
            events.publishEvent(new Due());
        }
        return refunds.find(id);
    }
}
