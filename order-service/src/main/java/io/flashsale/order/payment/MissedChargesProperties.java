package io.flashsale.order.payment;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The look for charges that were not reported to us.
 *
 * @param interval pause between looks; each look reads all charges of {@code lookBack} again
 * @param age of the youngest charge that is looked at; longer than a notification takes, and than the clocks of our
 *     instances and the provider differ
 * @param lookBack how far each look goes back behind the end of the one before; longer than the provider may take
 *     to enter a charge into its records
 * @param fullLookBack how far the look at the start, and one in each {@code fullLookInterval}, goes back; longer
 *     than the longest outage
 */
@Validated
@ConfigurationProperties("flashsale.missed-charges")
record MissedChargesProperties(
        @DefaultValue("60s") @DurationMin(millis = 100) Duration interval,
        @DefaultValue("10s") @DurationMin(millis = 100) Duration age,
        @DefaultValue("10m") @DurationMin(millis = 100) Duration lookBack,
        @DefaultValue("30d") @DurationMin(millis = 100) Duration fullLookBack,
        @DefaultValue("1d") @DurationMin(millis = 100) Duration fullLookInterval) {}
