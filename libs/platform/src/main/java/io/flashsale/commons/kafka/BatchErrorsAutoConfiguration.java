package io.flashsale.commons.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** What listeners need for {@link PartwiseDelivery}. */
@AutoConfiguration(afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass(KafkaTemplate.class)
@ConditionalOnBean(KafkaTemplate.class)
public class BatchErrorsAutoConfiguration {

    private static final long SHUTDOWN_TIMEOUT_MILLIS = 20_000;

    /** Batches of one partition each, so that a failure concerns no other. Stopping waits for the current batch. */
    @Bean
    ContainerCustomizer<Object, Object, ConcurrentMessageListenerContainer<Object, Object>> batchesOfOnePartition() {
        return container -> {
            container.getContainerProperties().setSubBatchPerPartition(true);
            container.getContainerProperties().setConsumerRebalanceListener(new KeptPartitions());
            container.getContainerProperties().setShutdownTimeout(SHUTDOWN_TIMEOUT_MILLIS);
        };
    }

    @Bean
    @ConditionalOnMissingBean
    CommonErrorHandler batchErrors() {
        return BatchErrors.repeat(() -> {});
    }

    @Bean
    @ConditionalOnMissingBean
    DeadLetters deadLetters(KafkaTemplate<String, byte[]> kafka, MeterRegistry meters) {
        Counter deadLetters = Counter.builder("flashsale.dead.letters")
                .description("messages that can never be taken")
                .register(meters);
        return new DeadLetters(kafka, deadLetters::increment);
    }
}
