package io.flashsale.order.closing;

import io.flashsale.commons.background.RepeatedTask;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the scan for orders past their deadline. */
@Configuration(proxyBeanMethods = false)
class ClosingConfiguration {

    @Bean
    RepeatedTask deadlineScanning(DeadlineScan scan, ClosingProperties properties) {
        return new RepeatedTask("deadline-scan", properties.scanInterval(), scan::closeOverdue);
    }
}
