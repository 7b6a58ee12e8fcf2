package io.flashsale.order.placement;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.kafka.BatchErrors;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.lock.BoundedLock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Configures the consumers of this service beyond what {@code spring.kafka} says. What fails is repeated for ever,
 * because only the way to MySQL or stock-service fails; see {@link BatchErrors}. What can never succeed does not get
 * here: {@link ReservationListener} sets it aside.
 */
@Configuration(proxyBeanMethods = false)
class PlacementConsumerConfiguration {

    private static final Logger log = LoggerFactory.getLogger(PlacementConsumerConfiguration.class);

    /** How long to wait for the lock of a sale. Then placement goes on without it: the lock only saves work. */
    private static final Duration LOCK_WAIT = Duration.ofMillis(500);

    /** One consumer works on a sale at a time. */
    @Bean
    BoundedLock saleLock(RedissonClient redis, MeterRegistry meters) {
        return new BoundedLock(redis, "placement", LOCK_WAIT, meters, "flashsale.placement.lock");
    }

    /** Counts batches that failed and will be repeated. */
    @Bean
    DefaultErrorHandler placementRetries(MeterRegistry meters) {
        return BatchErrors.repeat(meters.counter("flashsale.placement.retries")::increment);
    }

    @Bean
    DeadLetters placementDeadLetters(KafkaTemplate<String, byte[]> kafka, MeterRegistry meters) {
        return new DeadLetters(kafka, meters.counter("flashsale.placement.dead.letters")::increment);
    }

    /**
     * Starts all consumers of this service once Kafka is reachable and has the topics, and again if they ever stop. The
     * service itself starts without Kafka and reports that it is not ready.
     */
    @Bean
    RepeatedTask placementStarting(KafkaListenerEndpointRegistry listeners, KafkaAdmin kafka) {
        return new RepeatedTask("placement-start", Duration.ofSeconds(1), () -> startIfStopped(listeners, kafka))
                .stoppingFirst();
    }

    private static void startIfStopped(KafkaListenerEndpointRegistry listeners, KafkaAdmin kafka) {
        // The registry runs from the end of start-up until shutdown; in between the consumers have to run.
        if (!listeners.isRunning()) {
            return;
        }
        List<MessageListenerContainer> stopped = listeners.getListenerContainers().stream()
                .filter(one -> !one.isRunning())
                .toList();
        if (!stopped.isEmpty() && kafka.initialize()) {
            stopped.forEach(MessageListenerContainer::start);
            log.info("the consumers have started");
        }
    }

    /** Part of readiness: without the consumers no order would leave the queue. */
    @Bean
    HealthIndicator placementHealthIndicator(KafkaListenerEndpointRegistry listeners) {
        return () -> placement(listeners).isRunning()
                ? Health.up().build()
                : Health.down()
                        .withDetail("reason", "the consumers have not started")
                        .build();
    }

    private static MessageListenerContainer placement(KafkaListenerEndpointRegistry listeners) {
        return Objects.requireNonNull(listeners.getListenerContainer(ReservationListener.ID));
    }
}
