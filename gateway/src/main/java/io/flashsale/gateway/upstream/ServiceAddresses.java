package io.flashsale.gateway.upstream;

import jakarta.validation.constraints.NotNull;
import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/** Where the services are: scheme, host and port. */
@Validated
@ConfigurationProperties("flashsale.services")
record ServiceAddresses(
        @NotNull URI stockUrl,
        @NotNull URI orderUrl,
        @NotNull URI couponUrl,
        @NotNull URI labUrl) {}
