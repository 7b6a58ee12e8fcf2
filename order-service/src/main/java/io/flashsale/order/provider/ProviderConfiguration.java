package io.flashsale.order.provider;

import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.json.JsonMapper;

/** Chooses the payment provider, a bean called {@code paymentProvider}. There is no default. */
@Configuration(proxyBeanMethods = false)
class ProviderConfiguration {

    @Bean
    NotificationSignature notificationSignature(PaymentProperties properties) {
        return new NotificationSignature(properties.requiredSecret(), Clock.systemUTC());
    }

    /** Bounds the wait for any provider. */
    @Bean
    @Primary
    PaymentProvider boundedPaymentProvider(
            @Qualifier("paymentProvider") PaymentProvider provider, PaymentProperties properties) {
        return new BoundedPaymentProvider(provider, properties.answerTimeout());
    }

    @Bean
    @ConditionalOnMissingBean(name = "paymentProvider")
    PaymentProvider paymentProvider(
            PaymentProperties properties,
            MockProviderMapper records,
            ObjectProvider<MockProviderDatabase> itsOwn,
            NotificationSignature signature,
            JsonMapper json) {
        properties.requireMock();
        return new MockPaymentProvider(
                MockProviderDatabase.recordsIn(itsOwn, records), signature, json, Clock.systemUTC());
    }

    @Bean
    @ConditionalOnProperty("flashsale.payment.mock-database.url")
    MockProviderDatabase mockProviderDatabase(MockDatabaseProperties where) {
        return new MockProviderDatabase(where);
    }
}
