package io.flashsale.order.guessing;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the guessing of one account's password is slowed down: of all strangers together, and of each network from which somebody
 * has logged in to it lately. Each instance counts for itself.
 *
 * @param free wrong passwords in a row before anybody has to wait
 * @param firstWait after those; it doubles with each further one
 * @param maxWait at most. Whoever guesses keeps the holder out for as long where he has not been before, so it is short
 * @param tracked names that are remembered at most, known or not, and networks that somebody has come from
 */
@Validated
@ConfigurationProperties("flashsale.accounts.guesses")
record GuessProperties(
        @DefaultValue("10") @Min(1) int free,
        @DefaultValue("1s") @DurationMin(millis = 1) Duration firstWait,
        @DefaultValue("5m") @DurationMin(millis = 1) Duration maxWait,
        @DefaultValue("100000") @Min(1) long tracked) {}
