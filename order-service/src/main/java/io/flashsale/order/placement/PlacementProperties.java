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
 * Settings of placement.
 *
 * @param batch maximum messages per poll of Kafka, and maximum reservations per call to deduct
 * @param consumers consumers on this instance; they share the topic's partitions
 * @param lockWait how long to wait for the lock of a sale; after this it goes on without the lock
 * @param retryPause longest pause before a failed batch is tried again
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
