package io.flashsale.order.outbox;

import io.flashsale.order.outbox.OutboxMapper.Backlog;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Measures how many messages wait in the outbox and how old the oldest is: the first sign that Kafka is away. */
@Component
class OutboxMetrics {

    private final OutboxMapper outbox;
    private final AtomicLong length;
    private final AtomicLong ageSeconds;

    OutboxMetrics(OutboxMapper outbox, MeterRegistry meters) {
        this.outbox = outbox;
        this.length = meters.gauge("flashsale.outbox.length", new AtomicLong());
        this.ageSeconds = meters.gauge("flashsale.outbox.age.seconds", new AtomicLong());
    }

    void measure() {
        Backlog backlog = outbox.backlog();
        length.set(backlog.length());
        ageSeconds.set(backlog.ageSeconds());
    }
}
