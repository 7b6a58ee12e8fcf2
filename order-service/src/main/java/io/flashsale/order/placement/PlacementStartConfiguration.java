package io.flashsale.order.placement;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Starts the consumers once Kafka is reachable and has the topics, and again if they ever stop. The service itself
 * starts without Kafka and reports that it is not ready.
 */
@Configuration(proxyBeanMethods = false)
class PlacementStartConfiguration {

    private static final Logger log = LoggerFactory.getLogger(PlacementStartConfiguration.class);

    @Bean
    RepeatedTask placementStarting(KafkaListenerEndpointRegistry listeners, KafkaAdmin kafka) {
        return new RepeatedTask("placement-start", Duration.ofSeconds(1), () -> startIfStopped(listeners, kafka))
                .stoppingFirst();
    }

    private static void startIfStopped(KafkaListenerEndpointRegistry listeners, KafkaAdmin kafka) {
        // The registry runs from the end of start-up until shutdown; in between the consumers have to run.
        if (!listeners.isRunning() || placement(listeners).isRunning()) {
            return;
        }
        if (kafka.initialize()) {
            placement(listeners).start();
            log.info("the placement consumers have started");
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
