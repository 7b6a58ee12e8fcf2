package io.flashsale.order.outbox;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Publishes the outbox every second, and at once when messages are written. */
@Configuration(proxyBeanMethods = false)
class OutboxConfiguration {

    @Bean
    RepeatedTask outboxPublishing(OutboxPublisher publisher) {
        return new RepeatedTask("outbox-publishing", Duration.ofSeconds(1), publisher::publishAll);
    }

    @Bean
    RepeatedTask outboxMeasuring(OutboxMetrics metrics) {
        return new RepeatedTask("outbox-measuring", Duration.ofSeconds(2), metrics::measure);
    }
}
