package io.flashsale.order.closing;

import io.flashsale.order.ordering.EndReason;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Counts closed orders by reason, after the transaction that closed them has committed. */
@Component
class ClosingMetrics {

    private final MeterRegistry meters;

    ClosingMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    /** The number of orders that close if the current transaction commits. */
    record Closed(EndReason reason, int orders) {}

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    void on(Closed closed) {
        meters.counter("flashsale.orders.closed", "reason", closed.reason().name())
                .increment(closed.orders());
    }
}
