package io.flashsale.gateway.connection;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What one client may hold of the web server. Each instance of the gateway counts for itself.
 *
 * @param perAddress connections of one address, for IPv6 of its /64, at the same time; a further one is closed at once
 * @param requestsPerAddress requests of one address, for IPv6 of its /64, at the same time, event streams among them; a further
 *     one is answered 429 at once. The address is the one that a trusted proxy names
 * @param trusted addresses that the bound of connections does not hold for, as a regular expression: those of our own proxies, which bring
 *     everybody's requests
 * @param headTimeout from the first byte of a request to the end of its headers
 */
@Validated
@ConfigurationProperties("flashsale.gateway.connections")
record ConnectionProperties(
        @DefaultValue("500") @Min(1) int perAddress,
        @DefaultValue("500") @Min(1) int requestsPerAddress,
        @DefaultValue("^$") String trusted,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration headTimeout) {}
