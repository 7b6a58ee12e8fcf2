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
 * @param batch asked for at the same time by one instance
 * @param lease how long one attempt keeps others from being begun if nobody writes down what came of it; longer than the
 *     provider is waited for
 * @param firstPause after the first attempt that failed; each further one is twice as long
 * @param maxPause the longest pause
 * @param maxAttempts after which an administrator has to look
 */
@Validated
@ConfigurationProperties("flashsale.refunds")
record RefundProperties(
        @DefaultValue("20") @Min(1) @Max(500) int batch,
        @DefaultValue("1m") @DurationMin(seconds = 1) Duration lease,
        @DefaultValue("2s") @DurationMin(millis = 10) Duration firstPause,
        @DefaultValue("10m") @DurationMin(millis = 10) Duration maxPause,
        @DefaultValue("20") @Min(1) @Max(1_000) int maxAttempts) {

    /** How long to wait after so many attempts that failed, at least one. */
    Duration pauseAfter(int attempts) {
        Duration pause = firstPause;
        for (int attempt = 1; attempt < attempts && pause.compareTo(maxPause) < 0; attempt++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(maxPause) < 0 ? pause : maxPause;
    }
}
