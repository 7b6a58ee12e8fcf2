package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.kafka.autoconfigure.ConcurrentKafkaListenerContainerFactoryConfigurer;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.RetryListener;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * How the consumers of reservations behave.
 *
 * <p>A batch that fails is repeated for ever, because what fails is the way to MySQL or stock-service, and what was
 * accepted must not be forgotten. In between the consumer keeps polling with its partitions paused, so the group does
 * not give them to somebody else, and a rebalance is noticed. What can never succeed does not get here: {@link
 * ReservationListener} puts it aside.
 */
@Configuration(proxyBeanMethods = false)
class PlacementConsumer {

    private static final Logger log = LoggerFactory.getLogger(PlacementConsumer.class);

    /** Stopping waits for the batch in hand. */
    private static final long SHUTDOWN_MILLIS = 20_000;

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
        factory.getContainerProperties().setShutdownTimeout(SHUTDOWN_MILLIS);
        return factory;
    }

    @Bean
    DefaultErrorHandler placementRetries(PlacementProperties properties, PlacementMetrics metrics) {
        ExponentialBackOff forEver = new ExponentialBackOff(50, 2);
        forEver.setMaxInterval(properties.retryPause().toMillis());
        DefaultErrorHandler handler = new DefaultErrorHandler(
                (message, fault) -> {
                    throw new IllegalStateException("a batch is never given up", fault);
                },
                forEver);
        handler.setClassifications(Map.of(), true); // by default some exceptions would count as not worth repeating
        handler.setRetryListeners(new RetryLog(metrics));
        return handler;
    }

    private record RetryLog(PlacementMetrics metrics) implements RetryListener {

        private static final int LOG_EVERY = 30;

        @Override
        public void failedDelivery(ConsumerRecord<?, ?> message, @Nullable Exception fault, int attempt) {
            count(1, fault, attempt);
        }

        @Override
        public void failedDelivery(ConsumerRecords<?, ?> messages, Exception fault, int attempt) {
            count(messages.count(), fault, attempt);
        }

        private void count(int messages, @Nullable Exception fault, int attempt) {
            metrics.retry();
            if (attempt % LOG_EVERY == 1) {
                log.warn(
                        "{} messages of {} cannot be placed now (attempt {}) and will be tried again",
                        messages,
                        StockReserved.TOPIC,
                        attempt,
                        fault);
            }
        }
    }
}
