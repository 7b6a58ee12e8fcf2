package io.flashsale.gateway.soldout;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Configures the sold-out short cut.
 *
 * @param pollInterval how often Redis is asked about the watched sales
 * @param maxAge the maximum age of an answer of Redis; beyond it the short cut is off
 * @param forgetAfter a sale that nobody asks for in this time is no longer watched
 * @param maxSales how many sales are watched; requests for others are forwarded
 */
@Validated
@ConfigurationProperties("flashsale.gateway.sold-out")
record SoldOutProperties(
        @DefaultValue("200ms") @DurationMin(millis = 1) Duration pollInterval,
        @DefaultValue("1s") @DurationMin(millis = 1) Duration maxAge,
        @DefaultValue("1m") @DurationMin(millis = 1) Duration forgetAfter,
        @DefaultValue("100") @Min(0) int maxSales) {}
