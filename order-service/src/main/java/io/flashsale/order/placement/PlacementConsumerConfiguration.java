package io.flashsale.order.placement;

import io.flashsale.commons.kafka.BatchErrors;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.lock.BoundedLock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;

/**
 * Configures the consumers of reservations beyond what {@code spring.kafka} says. What fails is repeated for ever,
 * because only the way to MySQL or stock-service fails; see {@link BatchErrors}. What can never succeed does not get
 * here: {@link ReservationListener} sets it aside.
 */
@Configuration(proxyBeanMethods = false)
class PlacementConsumerConfiguration {

    /** How long to wait for the lock of a sale. Then placement goes on without it: the lock only saves work. */
    private static final Duration LOCK_WAIT = Duration.ofMillis(500);

    /** One consumer works on a sale at a time. */
    @Bean
    BoundedLock saleLock(RedissonClient redis, MeterRegistry meters) {
        return new BoundedLock(redis, "placement", LOCK_WAIT, meters, "flashsale.placement.lock");
    }

    @Bean
    DefaultErrorHandler placementRetries(PlacementMetrics metrics) {
        return BatchErrors.repeat(metrics::retry);
    }

    @Bean
    DeadLetters placementDeadLetters(KafkaTemplate<String, byte[]> kafka, PlacementMetrics metrics) {
        return new DeadLetters(kafka, metrics::deadLetter);
    }
}
