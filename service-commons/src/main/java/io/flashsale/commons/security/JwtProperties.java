package io.flashsale.commons.security;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How tokens are checked.
 *
 * @param jwksUri where order-service publishes the keys that sign tokens
 * @param issuer the {@code iss} that tokens must carry
 */
@ConfigurationProperties("flashsale.jwt")
public record JwtProperties(
        @Nullable URI jwksUri, @DefaultValue("flash-sale") String issuer) {}
