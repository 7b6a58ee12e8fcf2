package io.flashsale.gateway.upstream;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How the services are called.
 *
 * @param connectTimeout for a new connection
 * @param responseTimeout how long a service may be silent; event streams may be silent for ever
 * @param auditResponseTimeout the same for who audits, the control room and the lock lab: an audit may wait a minute for
 *     the queues
 * @param connections at most to one instance of a service, for ordinary calls: as many as keep its processors busy. In a crowd the
 *     others wait here, where waiting costs little, and not there, where it would use up the time-outs of Redis and Kafka
 * @param queueTimeout how long a call waits for one of those connections
 * @param eventStreams at most to all services, in a pool of their own: those who watch must not keep others from buying,
 *     so it is less than half of what the gateway takes in all ({@code server.tomcat.max-connections})
 * @param eventStreamsPerAddress at most of one address; of one account ten
 * @param eventStreamsPerNetwork the same for a network, never fewer: the /24 of an IPv4 address, the /48 of an IPv6 address
 * @param keepAlive how long an unused connection is kept. Shorter than the services' own keep-alive of 20 s or more, so
 *     that a connection is not closed by the other side in the moment in which it is used again
 * @param breakerOpenFor how long nobody is let through to an instance that failed, before one may try
 * @param maxBody the largest request body that passes
 * @param maxAuditBody the same for what the clients of a load test saw, about 50 bytes an order
 * @param bodyBuffers what is kept at one time of all bodies together, beyond the first 8 KB of each: less than the heap can bear
 * @param bodyBuffersPerAddress of these for one address, for IPv6 of its /64; twice as much for its network, the /24 of an IPv4
 *     address, the /48 of an IPv6 address
 */
@Validated
@ConfigurationProperties("flashsale.gateway.upstream")
public record UpstreamProperties(
        @DefaultValue("500ms") @DurationMin(millis = 1) Duration connectTimeout,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration responseTimeout,
        @DefaultValue("75s") @DurationMin(millis = 1) Duration auditResponseTimeout,
        @DefaultValue("256") @Min(1) int connections,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration queueTimeout,
        @DefaultValue("1000") @Min(1) int eventStreams,
        @DefaultValue("200") @Min(1) int eventStreamsPerAddress,
        @DefaultValue("400") @Min(1) int eventStreamsPerNetwork,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration keepAlive,
        @DefaultValue("1s") @DurationMin(millis = 1) Duration breakerOpenFor,
        @DefaultValue("64KB") DataSize maxBody,
        @DefaultValue("16MB") DataSize maxAuditBody,
        @DefaultValue("32MB") DataSize bodyBuffers,
        @DefaultValue("8MB") DataSize bodyBuffersPerAddress) {}
