package io.flashsale.accounts.guessing;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How guesses at one account's password are slowed down. Each instance counts separately. One counter covers all
 * unknown networks together; each network that the account was logged in from lately has its own.
 *
 * @param firstWait wait after the wrong passwords that are free; it doubles with each further wrong password
 * @param maxWait longest wait. It is short because a guesser can keep the owner out of unknown networks for this
 *     long
 */
@Validated
@ConfigurationProperties("flashsale.accounts.guesses")
record GuessProperties(
        @DefaultValue("1s") @DurationMin(millis = 1) Duration firstWait,
        @DefaultValue("5m") @DurationMin(millis = 1) Duration maxWait) {}
