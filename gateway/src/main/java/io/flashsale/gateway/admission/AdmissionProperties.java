package io.flashsale.gateway.admission;

import io.flashsale.contracts.admission.AdmissionCall;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How requests for units go to stock- and coupon-service, each of which has lanes of its own.
 *
 * @param secret shows order-service that it is the gateway that asks for the gateway's token
 * @param lanes calls that are under way at the same time for each instance of a service; while all of them are, requests
 *     gather. They are no instance's own: when one hangs, it holds up those calls that it has, and the others go on
 * @param maxGroup the most requests of one call
 * @param maxWaiting the most requests that gather; further ones are refused at once. Below the number of connections that
 *     the gateway takes ({@code server.tomcat.max-connections}), or nobody would ever be
 * @param maxWait how long a request may wait for its call to begin
 */
@Validated
@ConfigurationProperties("flashsale.gateway.admission")
record AdmissionProperties(
        @Nullable String secret,
        @DefaultValue("2") @Min(1) @Max(64) int lanes,

        @DefaultValue("128") @Min(1) @Max(AdmissionCall.MAX_REQUESTS)
        int maxGroup,

        @DefaultValue("2000") @Min(1) int maxWaiting,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration maxWait) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "AdmissionProperties[lanes=" + lanes + ", maxGroup=" + maxGroup + ", maxWaiting=" + maxWaiting
                + ", maxWait=" + maxWait + "]";
    }
}
