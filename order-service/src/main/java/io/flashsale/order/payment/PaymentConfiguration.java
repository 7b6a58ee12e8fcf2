package io.flashsale.order.payment;

import io.flashsale.commons.background.RepeatedTask;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Looks for charges that nobody told us of again and again. */
@Configuration(proxyBeanMethods = false)
class PaymentConfiguration {

    @Bean
    RepeatedTask missedChargesLookUp(MissedCharges missed, MissedChargesProperties properties) {
        return new RepeatedTask("missed-charges", properties.age(), missed::settleAll);
    }
}
