package io.flashsale.order.closing;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the scan for orders past their deadline. */
@Configuration(proxyBeanMethods = false)
class ClosingConfiguration {

    @Bean
    RepeatedTask deadlineScanning(
            DeadlineScan scan, @Value("${flashsale.closing.scan-interval:1s}") Duration interval) {
        return new RepeatedTask("deadline-scan", interval, scan::closeOverdue);
    }
}
