package io.flashsale.gateway.edge;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Lists the foreign pages that may use the API.
 *
 * @param allowedOrigins such as {@code https://shop.example}; none by default, since our own pages need none
 */
@ConfigurationProperties("flashsale.gateway.cors")
record CorsProperties(@DefaultValue List<String> allowedOrigins) {}
