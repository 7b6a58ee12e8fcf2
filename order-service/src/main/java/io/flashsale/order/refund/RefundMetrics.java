package io.flashsale.order.refund;

import io.flashsale.order.refund.RefundMapper.Backlog;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Measures how much is to go back and since when: the first sign that the provider makes no refunds. */
@Component
class RefundMetrics {

    private final RefundMapper refunds;
    private final AtomicLong due;
    private final AtomicLong failed;
    private final AtomicLong ageSeconds;

    RefundMetrics(RefundMapper refunds, MeterRegistry meters) {
        this.refunds = refunds;
        this.due = meters.gauge("flashsale.refunds.due", new AtomicLong());
        this.failed = meters.gauge("flashsale.refunds.failed", new AtomicLong());
        this.ageSeconds = meters.gauge("flashsale.refunds.age.seconds", new AtomicLong());
    }

    void measure() {
        Backlog backlog = refunds.backlog();
        due.set(backlog.due());
        failed.set(backlog.failed());
        ageSeconds.set(backlog.ageSeconds());
    }
}
