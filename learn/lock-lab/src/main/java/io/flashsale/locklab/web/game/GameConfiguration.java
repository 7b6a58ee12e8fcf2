package io.flashsale.locklab.web.game;

import io.flashsale.commons.background.RepeatedTask;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Ends idle games. */
@Configuration(proxyBeanMethods = false)
class GameConfiguration {

    /** Looks per idle time, so that an idle game lasts at most a tenth longer than allowed. */
    private static final int LOOKS = 10;

    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

    @Bean
    RepeatedTask gameSweeping(Games games, GameProperties properties) {
        Duration interval = properties.idle().dividedBy(LOOKS);
        return new RepeatedTask(
                        "lab-games", interval.compareTo(MIN_INTERVAL) < 0 ? MIN_INTERVAL : interval, games::sweep)
                .afterOneInterval();
    }
}
