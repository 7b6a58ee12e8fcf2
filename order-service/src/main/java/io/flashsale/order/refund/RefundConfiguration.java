package io.flashsale.order.refund;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes refunds: every second, and at once when one becomes due. */
@Configuration(proxyBeanMethods = false)
class RefundConfiguration {

    @Bean
    RepeatedTask refundProcessing(RefundProcessor processor) {
        return new RepeatedTask("refunds", Duration.ofSeconds(1), processor::makeDue);
    }

    @Bean
    RepeatedTask refundMeasuring(RefundMetrics metrics) {
        return new RepeatedTask("refund-measuring", Duration.ofSeconds(2), metrics::measure);
    }
}
