package io.flashsale.order.reminder;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the look for sales that open soon. */
@Configuration(proxyBeanMethods = false)
class ReminderConfiguration {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    @Bean
    RepeatedTask reminding(ReminderScan scan) {
        return new RepeatedTask("reminders", INTERVAL, scan::remind);
    }
}
