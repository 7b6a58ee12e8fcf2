package io.flashsale.gateway.upstream;

import jakarta.validation.constraints.NotEmpty;
import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the services are: scheme, host and port. Of a service with several instances the addresses of all, separated by
 * commas, or one address behind which the platform spreads the calls.
 *
 * @param lockLabUrl the lock lab is part of the demo only; without an address its paths are not there
 */
@Validated
@ConfigurationProperties("flashsale.services")
record ServiceAddresses(
        @NotEmpty List<URI> stockUrl,
        @NotEmpty List<URI> orderUrl,
        @NotEmpty List<URI> couponUrl,
        @NotEmpty List<URI> controlRoomUrl,
        @DefaultValue List<URI> lockLabUrl) {}
