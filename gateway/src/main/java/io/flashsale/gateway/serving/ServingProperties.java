package io.flashsale.gateway.serving;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The answers to who waits.
 *
 * @param pollInterval how often stock-service is asked about each waiting room that is watched
 * @param maxAge how old an answer may be; when stock-service gives none for longer, everybody hears what it says instead, or
 *     that it does not answer
 * @param forgetAfter a waiting room that nobody asked about for so long is no longer watched
 * @param maxSales how many are watched; requests for further ones are sent on
 */
@Validated
@ConfigurationProperties("flashsale.gateway.serving")
record ServingProperties(
        @DefaultValue("1s") @DurationMin(millis = 1) Duration pollInterval,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration maxAge,
        @DefaultValue("1m") @DurationMin(millis = 1) Duration forgetAfter,
        @DefaultValue("100") @Min(0) int maxSales) {}
