package io.flashsale.accounts.session;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class EndedSessionsConfiguration {

    private static final Duration CLEANING_INTERVAL = Duration.ofMinutes(10);

    @Bean
    RepeatedTask forgettingEndedSessions(EndedSessions sessions) {
        return new RepeatedTask("ended-sessions", CLEANING_INTERVAL, sessions::forgetExpired);
    }
}
