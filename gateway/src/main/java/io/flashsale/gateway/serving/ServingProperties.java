package io.flashsale.gateway.serving;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Configures the answers to waiting shoppers.
 *
 * @param pollInterval how often stock-service is asked about each watched waiting room
 * @param maxSales how many are watched; requests for others are forwarded
 */
@Validated
@ConfigurationProperties("flashsale.gateway.serving")
record ServingProperties(
        @DefaultValue("1s") @DurationMin(millis = 1) Duration pollInterval,
        @DefaultValue("100") @Min(0) int maxSales) {}
