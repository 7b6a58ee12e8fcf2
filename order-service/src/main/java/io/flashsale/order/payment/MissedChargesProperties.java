package io.flashsale.order.payment;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The look for charges that were not reported to us.
 *
 * @param interval pause between looks
 * @param age of the youngest charge that is looked at; longer than a notification takes, and than the clocks of our
 *     instances, the database and the provider differ
 * @param trail how much older a charge is when it is looked at once more; longer than the provider takes to enter one
 */
@Validated
@ConfigurationProperties("flashsale.missed-charges")
record MissedChargesProperties(
        @DefaultValue("60s") @DurationMin(millis = 100) Duration interval,
        @DefaultValue("10s") @DurationMin(millis = 100) Duration age,
        @DefaultValue("10m") @DurationMin(millis = 100) Duration trail) {}
