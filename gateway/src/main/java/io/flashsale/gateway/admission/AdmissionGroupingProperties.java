package io.flashsale.gateway.admission;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Configures how requests for units go to stock-service and coupon-service, and payments to order-service. Each
 * service has its own lanes.
 *
 * @param secret proves to order-service that the gateway asks for the gateway's token
 * @param lanes the most calls in flight at the same time for each instance of a service. Lanes are not bound to an
 *     instance: one that hangs delays only the calls it has
 * @param maxWaiting the most requests that gather; further ones are refused at once. Must be below {@code
 *     server.tomcat.max-connections}, or no request is ever refused
 * @param maxWait how long a request may wait for its call to begin
 */
@Validated
@ConfigurationProperties("flashsale.gateway.admission")
record AdmissionGroupingProperties(
        @Nullable String secret,
        @DefaultValue("2") @Min(1) @Max(64) int lanes,

        @DefaultValue("2000") @Min(1) int maxWaiting,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration maxWait) {

    /** Omits the secret. */
    @Override
    public String toString() {
        return "AdmissionGroupingProperties[lanes=" + lanes + ", maxWaiting=" + maxWaiting + ", maxWait=" + maxWait
                + "]";
    }
}
