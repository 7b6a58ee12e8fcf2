package io.flashsale.order.webpush;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules pushes: each second, and at once when a message was told. */
@Configuration(proxyBeanMethods = false)
class WebPushConfiguration {

    @Bean
    RepeatedTask webPushing(PushProcessor processor) {
        return new RepeatedTask("web-push", Duration.ofSeconds(1), processor::pushDue);
    }
}
