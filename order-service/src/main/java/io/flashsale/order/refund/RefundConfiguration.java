package io.flashsale.order.refund;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.order.provider.PaymentProperties;
import java.time.Duration;
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

    @Bean
    RepeatedTask refundMeasuring(RefundMetrics metrics) {
        return new RepeatedTask("refund-measuring", Duration.ofSeconds(2), metrics::measure);
    }
}
