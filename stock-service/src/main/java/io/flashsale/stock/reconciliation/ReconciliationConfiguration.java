package io.flashsale.stock.reconciliation;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReconciliationConfiguration {

    @Bean
    RepeatedTask reconciling(
            Reconciliation reconciliation, @Value("${flashsale.reconciliation.interval:10s}") Duration interval) {
        return new RepeatedTask("reconciliation", interval, reconciliation::run).afterOneInterval();
    }
}
