package io.flashsale.order.guessing;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often one account can be logged in to, whoever knows its password. Each instance counts for itself.
 *
 * @param atOnce so many at once
 * @param again after this there is one more
 * @param tracked names that are remembered at most
 */
@Validated
@ConfigurationProperties("flashsale.accounts.log-ins")
record LogInProperties(
        @DefaultValue("10") @Min(1) int atOnce,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration again,
        @DefaultValue("100000") @Min(1) long tracked) {}
