package io.flashsale.order.outbox;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How many messages wait in the outbox, and how long the oldest has waited: the first sign that Kafka is away. */
@Component
class OutboxMetrics {

    private final JdbcClient jdbc;
    private final AtomicLong length;
    private final AtomicLong ageSeconds;

    OutboxMetrics(JdbcClient jdbc, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.length = meters.gauge("flashsale.outbox.length", new AtomicLong());
        this.ageSeconds = meters.gauge("flashsale.outbox.age.seconds", new AtomicLong());
    }

    void measure() {
        jdbc.sql("SELECT COUNT(*) AS length,"
                        + " COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0) AS age FROM outbox")
                .query(row -> {
                    length.set(row.getLong("length"));
                    ageSeconds.set(row.getLong("age"));
                });
    }
}
