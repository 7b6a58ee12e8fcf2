package io.flashsale.locklab.web.game;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Ends idle games. */
@Configuration(proxyBeanMethods = false)
class GameConfiguration {

    /** So that an idle game lasts at most a tenth longer than allowed. */
    private static final Duration INTERVAL = Games.IDLE.dividedBy(10);

    @Bean
    RepeatedTask gameSweeping(Games games) {
        return new RepeatedTask("lab-games", INTERVAL, games::sweep).afterOneInterval();
    }
}
