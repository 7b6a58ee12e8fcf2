package io.flashsale.gateway.upstream;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Configures how the services are called.
 *
 * @param connectTimeout for a new connection
 * @param responseTimeout how long a service may be silent; event streams have no limit
 * @param queueTimeout how long a call waits for a connection
 * @param eventStreams at most to all services, in a pool of their own, so that watching cannot block buying. Less
 *     than half of the gateway's limit ({@code server.tomcat.max-connections})
 * @param eventStreamsPerAddress at most of one address; one account has at most ten
 * @param eventStreamsPerNetwork the same for a network, never fewer: the /24 of an IPv4 address, the /48 of an IPv6
 *     address
 * @param maxAuditBody the largest log of a load test's clients, about 50 bytes an order
 * @param bodyBuffers bytes that all bodies together may occupy, beyond the first 8 KB of each; must fit the heap, and be
 *     less than 2 GB
 * @param bodyBuffersPerAddress the share of one address, for IPv6 of its /64. A network has twice as much: the /24
 *     of an IPv4 address, the /48 of an IPv6 address
 */
@Validated
@ConfigurationProperties("flashsale.gateway.upstream")
public record UpstreamProperties(
        @DefaultValue("500ms") @DurationMin(millis = 1) Duration connectTimeout,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration responseTimeout,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration queueTimeout,
        @DefaultValue("1000") @Min(1) int eventStreams,
        @DefaultValue("200") @Min(1) int eventStreamsPerAddress,
        @DefaultValue("400") @Min(1) int eventStreamsPerNetwork,
        @DefaultValue("16MB") DataSize maxAuditBody,
        @DefaultValue("32MB") DataSize bodyBuffers,
        @DefaultValue("8MB") DataSize bodyBuffersPerAddress) {}
