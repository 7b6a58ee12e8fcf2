package io.flashsale.order.closing;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the scan for orders past their deadline.
 *
 * @param scanInterval pause between scans
 * @param batch orders closed in one transaction
 */
@Validated
@ConfigurationProperties("flashsale.closing")
record ClosingProperties(
        @DefaultValue("1s") @DurationMin(millis = 50) Duration scanInterval,
        @DefaultValue("500") @Min(1) @Max(5_000) int batch) {}
