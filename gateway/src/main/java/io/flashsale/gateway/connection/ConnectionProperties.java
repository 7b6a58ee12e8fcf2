package io.flashsale.gateway.connection;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Configures what one client may hold of the web server. Each instance of the gateway counts on its own.
 *
 * @param perAddress connections of one address, for IPv6 of its /64, at the same time; a further one is closed at
 *     once
 * @param perNetwork the same for a network, at least as many: the /24 of an IPv4 address, the /48 of an IPv6
 *     address
 * @param requestsPerAddress requests of one address, for IPv6 of its /64, at the same time, event streams included;
 *     a further one is answered 429 at once. The address is the one that a trusted proxy names
 * @param requestsPerNetwork the same for a network
 * @param headTimeout from the first byte of a request to the end of its headers
 */
@Validated
@ConfigurationProperties("flashsale.gateway.connections")
record ConnectionProperties(
        @DefaultValue("500") @Min(1) int perAddress,
        @DefaultValue("1000") @Min(1) int perNetwork,
        @DefaultValue("500") @Min(1) int requestsPerAddress,
        @DefaultValue("1000") @Min(1) int requestsPerNetwork,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration headTimeout) {}
