package io.flashsale.order.placement;

import io.flashsale.contracts.stock.Deduct;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How reservations become orders.
 *
 * @param batch most messages taken from Kafka at once, and most reservations whose units are deducted in one call
 * @param consumers consumers on this instance, which share the topic's partitions
 * @param lockWait how long to wait for the lock of a sale before going on without it
 * @param retryPause longest pause before a batch that failed is tried again
 */
@Validated
@ConfigurationProperties("flashsale.placement")
record PlacementProperties(
        @DefaultValue("500") @Min(1) @Max(Deduct.MAX_ORDERS) int batch,
        @DefaultValue("4") @Min(1) @Max(16) int consumers,

        @DefaultValue("500ms") @DurationMin(millis = 1) @DurationMax(seconds = 10)
        Duration lockWait,

        @DefaultValue("1s") @DurationMin(millis = 10) @DurationMax(seconds = 1)
        Duration retryPause) {}
