package io.flashsale.order.outbox;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.order.outbox.OutboxMapper.Backlog;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
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

    /** Measures how many messages wait and how old the oldest is: the first sign that Kafka is away. */
    @Bean
    RepeatedTask outboxMeasuring(OutboxMapper outbox, MeterRegistry meters) {
        AtomicLong length = meters.gauge("flashsale.outbox.length", new AtomicLong());
        AtomicLong ageSeconds = meters.gauge("flashsale.outbox.age.seconds", new AtomicLong());
        return new RepeatedTask("outbox-measuring", Duration.ofSeconds(2), () -> {
            Backlog backlog = outbox.backlog();
            length.set(backlog.length());
            ageSeconds.set(backlog.ageSeconds());
        });
    }
}
