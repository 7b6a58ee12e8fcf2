package io.flashsale.order.placement;

import io.flashsale.commons.kafka.BatchErrors;
import io.flashsale.commons.lock.BoundedLock;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.redisson.api.RedissonClient;
import org.springframework.boot.kafka.autoconfigure.ConcurrentKafkaListenerContainerFactoryConfigurer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;

/**
 * How the consumers of reservations behave.
 *
 * <p>A batch that fails is repeated for ever, because what fails is the way to MySQL or stock-service; see {@link
 * BatchErrors}. What can never succeed does not get here: {@link ReservationListener} puts it aside.
 */
@Configuration(proxyBeanMethods = false)
class PlacementConsumerConfiguration {

    /** Stopping waits for the batch in hand. */
    private static final long SHUTDOWN_TIMEOUT_MILLIS = 20_000;

    @Bean
    ConcurrentKafkaListenerContainerFactory<Object, Object> placementContainers(
            ConcurrentKafkaListenerContainerFactoryConfigurer configurer,
            KafkaProperties kafka,
            PlacementProperties properties,
            DefaultErrorHandler placementRetries) {
        Map<String, Object> consumer = kafka.buildConsumerProperties();
        consumer.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.batch());
        ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        configurer.configure(factory, new DefaultKafkaConsumerFactory<>(consumer));
        factory.setBatchListener(true);
        factory.setConcurrency(properties.consumers());
        factory.setCommonErrorHandler(placementRetries);
        factory.getContainerProperties().setAckMode(ContainerProperties.AckMode.BATCH);
        factory.getContainerProperties().setSyncCommits(true);
        factory.getContainerProperties().setShutdownTimeout(SHUTDOWN_TIMEOUT_MILLIS);
        return factory;
    }

    /** One consumer works on a sale at a time. */
    @Bean
    BoundedLock saleLock(RedissonClient redis, PlacementProperties properties, MeterRegistry meters) {
        return new BoundedLock(redis, "placement", properties.lockWait(), meters, "flashsale.placement.lock");
    }

    @Bean
    DefaultErrorHandler placementRetries(PlacementProperties properties, PlacementMetrics metrics) {
        return BatchErrors.repeat(properties.retryPause(), metrics::retry);
    }
}
