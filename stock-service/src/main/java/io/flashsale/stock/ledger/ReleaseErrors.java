package io.flashsale.stock.ledger;

import io.flashsale.contracts.order.OrderReleased;
import org.apache.kafka.common.TopicPartition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/** What heals (MySQL or Redis away) is tried again for ever; what cannot (a message that is none) is set aside. */
@Configuration(proxyBeanMethods = false)
class ReleaseErrors {

    @Bean
    CommonErrorHandler releaseErrorHandler(KafkaTemplate<String, byte[]> kafka) {
        DeadLetterPublishingRecoverer deadLetters = new DeadLetterPublishingRecoverer(
                kafka, (message, fault) -> new TopicPartition(OrderReleased.DEAD_LETTER_TOPIC, -1));
        ExponentialBackOff forEver = new ExponentialBackOff(100, 2);
        forEver.setMaxInterval(1_000);
        DefaultErrorHandler handler = new DefaultErrorHandler(deadLetters, forEver);
        handler.setBackOffFunction(
                (message, fault) -> fault instanceof BatchListenerFailedException ? new FixedBackOff(0, 0) : forEver);
        return handler;
    }
}
