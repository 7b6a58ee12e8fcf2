package io.flashsale.gateway.upstream;

import jakarta.validation.constraints.NotEmpty;
import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The addresses of the services: scheme, host and port. A service with several instances has either all addresses,
 * separated by commas, or the one address of a load balancer.
 *
 * @param lockLabUrl the lock lab, which only the demo has; without an address its paths do not exist
 */
@Validated
@ConfigurationProperties("flashsale.services")
record ServiceAddresses(
        @NotEmpty List<URI> stockUrl,
        @NotEmpty List<URI> orderUrl,
        @NotEmpty List<URI> couponUrl,
        @NotEmpty List<URI> controlRoomUrl,
        @DefaultValue List<URI> lockLabUrl) {}
