package io.flashsale.accounts.guessing;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often one account can log in with the right password. Each instance counts separately.
 *
 * @param atOnce log-ins allowed at once
 * @param again pause after which one more is allowed
 */
@Validated
@ConfigurationProperties("flashsale.accounts.log-ins")
record LogInProperties(
        @DefaultValue("10") @Min(1) int atOnce,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration again) {}
