package io.flashsale.gateway.upstream;

import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the services are: scheme, host and port.
 *
 * @param lockLabUrl the lock lab is part of the demo only; where it does not run its paths are answered with 503
 */
@Validated
@ConfigurationProperties("flashsale.services")
record ServiceAddresses(
        @NotNull URI stockUrl,
        @NotNull URI orderUrl,
        @NotNull URI couponUrl,
        @NotNull URI controlRoomUrl,
        @DefaultValue("http://localhost:8085") URI lockLabUrl) {}
