package io.flashsale.order.refund;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How refunds are made.
 *
 * @param lease how long an attempt without a recorded result blocks the next one; longer than the provider's
 *     time-out
 * @param firstPause after the first failed attempt; each further pause is twice as long
 * @param maxAttempts number of attempts after which an administrator has to look
 */
@Validated
@ConfigurationProperties("flashsale.refunds")
record RefundProperties(
        @DefaultValue("1m") @DurationMin(seconds = 1) Duration lease,
        @DefaultValue("2s") @DurationMin(millis = 10) Duration firstPause,
        @DefaultValue("20") @Min(1) @Max(1_000) int maxAttempts) {

    /** The longest pause; with all attempts, a provider may be away for two hours. */
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

    /** The pause after so many failed attempts, at least one. */
    Duration pauseAfter(int attempts) {
        Duration pause = firstPause.multipliedBy(1L << Math.min(attempts - 1, 30));
        return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }
}
