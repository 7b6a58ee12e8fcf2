package io.flashsale.order.outbox;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Publishes the outbox every second, and new messages at once; on another thread, those that were left. */
@Configuration(proxyBeanMethods = false)
class OutboxConfiguration {

    @Bean
    RepeatedTask outboxPublishing(OutboxPublisher publisher) {
        return new RepeatedTask("outbox-publishing", Duration.ofSeconds(1), publisher::publishNew);
    }

    @Bean
    RepeatedTask outboxPublishingLeft(OutboxPublisher publisher) {
        return new RepeatedTask("outbox-publishing-left", Duration.ofSeconds(1), publisher::publishLeft);
    }

    @Bean
    RepeatedTask outboxMeasuring(OutboxMetrics metrics) {
        return new RepeatedTask("outbox-measuring", Duration.ofSeconds(2), metrics::measure);
    }
}
