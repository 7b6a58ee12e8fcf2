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
 * The limits of games.
 *
 * @param atOnce concurrent games, each with its own servers and processes
 * @param idle how long a game waits for its next move before it ends
 */
@Validated
@ConfigurationProperties("flashsale.lock-lab.games")
record GameProperties(
        @DefaultValue("2") @Min(1) @Max(8) int atOnce,

        @DefaultValue("5m") @DurationMin(seconds = 1) @DurationMax(minutes = 20)
        Duration idle) {}
