package io.flashsale.locklab.naive;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the naive path.
 *
 * @param thinkTime the duration of the check between reading and writing, as of a call to a payment or risk service
 */
@Validated
@ConfigurationProperties("flashsale.lock-lab.naive")
record NaiveProperties(
        @DefaultValue("20ms") @DurationMin(millis = 0) @DurationMax(seconds = 5)
        Duration thinkTime) {}
