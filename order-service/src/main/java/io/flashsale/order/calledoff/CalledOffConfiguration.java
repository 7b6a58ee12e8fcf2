package io.flashsale.order.calledoff;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the end of the orders of sales that were called off, and the notice to stock-service. */
@Configuration(proxyBeanMethods = false)
class CalledOffConfiguration {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @Bean
    RepeatedTask callingOff(CalledOffSales sales) {
        return new RepeatedTask("calling-off", INTERVAL, sales::endOrders);
    }

    @Bean
    RepeatedTask tellingOfCalledOffSales(CalledOffNotices notices) {
        return new RepeatedTask("telling-of-called-off-sales", INTERVAL, notices::tell);
    }
}
