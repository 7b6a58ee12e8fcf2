package io.flashsale.order.refund;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.order.provider.PaymentProperties;
import io.flashsale.order.refund.RefundMapper.Backlog;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes refunds every second, and at once when one becomes due. */
@Configuration(proxyBeanMethods = false)
class RefundConfiguration {

    RefundConfiguration(RefundProperties refunds, PaymentProperties payment) {
        if (refunds.lease().compareTo(payment.answerTimeout()) <= 0) {
            throw new IllegalStateException("flashsale.refunds.lease (" + refunds.lease()
                    + ") must be longer than flashsale.payment.answer-timeout (" + payment.answerTimeout()
                    + "): else a refund is asked for again while the provider may still answer");
        }
    }

    @Bean
    RepeatedTask refundProcessing(RefundProcessor processor) {
        return new RepeatedTask("refunds", Duration.ofSeconds(1), processor::makeDue);
    }

    /** Measures how much is to go back and since when: the first sign that the provider makes no refunds. */
    @Bean
    RepeatedTask refundMeasuring(RefundMapper refunds, MeterRegistry meters) {
        AtomicLong due = meters.gauge("flashsale.refunds.due", new AtomicLong());
        AtomicLong failed = meters.gauge("flashsale.refunds.failed", new AtomicLong());
        AtomicLong ageSeconds = meters.gauge("flashsale.refunds.age.seconds", new AtomicLong());
        return new RepeatedTask("refund-measuring", Duration.ofSeconds(2), () -> {
            Backlog backlog = refunds.backlog();
            due.set(backlog.due());
            failed.set(backlog.failed());
            ageSeconds.set(backlog.ageSeconds());
        });
    }
}
