package io.flashsale.order.reminder;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param before how long before a sale opens its shoppers are reminded */
@Validated
@ConfigurationProperties("flashsale.reminders")
record ReminderProperties(
        @DefaultValue("10m") @DurationMin(minutes = 1) Duration before) {}
