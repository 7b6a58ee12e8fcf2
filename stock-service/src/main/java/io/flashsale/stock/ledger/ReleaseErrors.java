package io.flashsale.stock.ledger;

import io.flashsale.commons.kafka.BatchErrors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;

/** What heals (MySQL or Redis away) is tried again for ever; what cannot (a message that is none) is set aside. */
@Configuration(proxyBeanMethods = false)
class ReleaseErrors {

    @Bean
    CommonErrorHandler releaseErrorHandler(KafkaTemplate<String, byte[]> kafka) {
        return BatchErrors.repeatOrSetAside(kafka);
    }
}
