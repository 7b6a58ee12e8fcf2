package io.flashsale.order.push;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Schedules the work behind the streams. */
@Configuration(proxyBeanMethods = false)
class PushConfiguration {

    @Bean
    RepeatedTask pushSafetyNet(OrderWatch watch) {
        return new RepeatedTask("push-safety-net", Duration.ofSeconds(2), watch::lookAtAll);
    }

    @Bean
    RepeatedTask pushHeartbeats(OrderStreams streams) {
        return new RepeatedTask("push-heartbeats", Duration.ofSeconds(15), streams::sendHeartbeats).stoppingFirst();
    }

    @Bean
    RepeatedTask pushSubscription(Announcements announcements) {
        return new RepeatedTask("push-subscription", Duration.ofSeconds(5), announcements::subscribe);
    }
}
