package io.flashsale.order.provider;

import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Chooses the payment provider. */
@Configuration(proxyBeanMethods = false)
class ProviderConfiguration {

    @Bean
    NotificationSignature notificationSignature(PaymentProperties properties) {
        return new NotificationSignature(properties.requiredSecret(), Clock.systemUTC());
    }

    @Bean
    @ConditionalOnMissingBean
    PaymentProvider paymentProvider(MockProviderMapper books, NotificationSignature signature, JsonMapper json) {
        return new MockPaymentProvider(books, signature, json, Clock.systemUTC());
    }
}
