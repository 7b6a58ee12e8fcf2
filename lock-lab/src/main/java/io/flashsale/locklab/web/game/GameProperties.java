package io.flashsale.locklab.web.game;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much games may take.
 *
 * @param atOnce games, each of which has servers and processes of its own
 * @param idle how long a game waits for its next move before it ends by itself
 */
@Validated
@ConfigurationProperties("flashsale.lock-lab.games")
record GameProperties(
        @DefaultValue("2") @Min(1) @Max(8) int atOnce,

        @DefaultValue("5m") @DurationMin(seconds = 1) @DurationMax(minutes = 20)
        Duration idle) {}
