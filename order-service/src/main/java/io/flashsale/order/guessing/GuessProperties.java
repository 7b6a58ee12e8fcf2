package io.flashsale.order.guessing;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the guessing of one account's password is slowed down, whoever guesses. Each instance counts for itself.
 *
 * @param free wrong passwords in a row before anybody has to wait
 * @param firstWait after those; it doubles with each further one
 * @param maxWait at most. Whoever guesses keeps the holder out for as long, so it is short
 * @param tracked names that are remembered at most, known or not
 */
@Validated
@ConfigurationProperties("flashsale.accounts.guesses")
record GuessProperties(
        @DefaultValue("10") @Min(1) int free,
        @DefaultValue("1s") @DurationMin(millis = 1) Duration firstWait,
        @DefaultValue("5m") @DurationMin(millis = 1) Duration maxWait,
        @DefaultValue("100000") @Min(1) long tracked) {}
