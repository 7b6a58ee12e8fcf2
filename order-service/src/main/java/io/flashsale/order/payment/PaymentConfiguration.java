package io.flashsale.order.payment;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.order.provider.PaymentProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the look for charges that were not reported to us. */
@Configuration(proxyBeanMethods = false)
class PaymentConfiguration {

    @Bean
    MissedCharges missedCharges(
            PaymentProvider provider,
            ChargeMapper charges,
            PaymentNotifications notifications,
            MissedChargesProperties properties,
            MeterRegistry meters) {
        return new MissedCharges(provider, charges, notifications, properties.age(), InstantSource.system(), meters);
    }

    @Bean
    RepeatedTask missedChargesLookUp(MissedCharges missed, MissedChargesProperties properties) {
        return new RepeatedTask("missed-charges", properties.interval(), missed::settleAll);
    }
}
