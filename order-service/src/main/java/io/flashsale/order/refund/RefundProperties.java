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
 * @param batch refunds that one instance requests at the same time
 * @param lease how long an attempt without a recorded result blocks the next one; longer than the provider's
 *     time-out
 * @param firstPause after the first failed attempt; each further pause is twice as long
 * @param maxPause the longest pause
 * @param maxAttempts number of attempts after which an administrator has to look
 */
@Validated
@ConfigurationProperties("flashsale.refunds")
record RefundProperties(
        @DefaultValue("20") @Min(1) @Max(500) int batch,
        @DefaultValue("1m") @DurationMin(seconds = 1) Duration lease,
        @DefaultValue("2s") @DurationMin(millis = 10) Duration firstPause,
        @DefaultValue("10m") @DurationMin(millis = 10) Duration maxPause,
        @DefaultValue("20") @Min(1) @Max(1_000) int maxAttempts) {

    /** The pause after so many failed attempts, at least one. */
    Duration pauseAfter(int attempts) {
        Duration pause = firstPause;
        for (int attempt = 1; attempt < attempts && pause.compareTo(maxPause) < 0; attempt++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxPause) < 0 ? pause : maxPause;
    }
}
