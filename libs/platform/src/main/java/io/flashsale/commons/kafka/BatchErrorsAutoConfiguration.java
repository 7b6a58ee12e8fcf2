package io.flashsale.commons.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;

/** The default treatment of failed batches. */
@AutoConfiguration(afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass(KafkaTemplate.class)
@ConditionalOnBean(KafkaTemplate.class)
public class BatchErrorsAutoConfiguration {

    /** See {@link BatchErrors#repeatOrSetAside}. */
    @Bean
    @ConditionalOnMissingBean
    CommonErrorHandler batchErrors(KafkaTemplate<String, byte[]> kafka, MeterRegistry meters) {
        Counter deadLetters = Counter.builder("flashsale.dead.letters")
                .description("messages that can never be taken")
                .register(meters);
        return BatchErrors.repeatOrSetAside(kafka, deadLetters::increment);
    }
}
