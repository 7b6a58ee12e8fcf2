package io.flashsale.order.payment;

import io.flashsale.commons.background.RepeatedTask;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the look for charges that were not reported to us. */
@Configuration(proxyBeanMethods = false)
class PaymentConfiguration {

    @Bean
    RepeatedTask missedChargesLookUp(MissedCharges missed, MissedChargesProperties properties) {
        return new RepeatedTask("missed-charges", properties.interval(), missed::settleAll);
    }
}
