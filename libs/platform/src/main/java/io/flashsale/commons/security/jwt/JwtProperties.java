package io.flashsale.commons.security.jwt;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configures how tokens are checked.
 *
 * @param jwksUri where order-service publishes the signing keys; several instances are separated by commas
 */
@ConfigurationProperties("flashsale.jwt")
public record JwtProperties(@Nullable List<URI> jwksUri) {}
