package io.flashsale.commons.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenError;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

/**
 * Takes the token from the Authorization header (RFC 6750, 2.1) and from nowhere else. Unlike Spring Security's own
 * resolver it uses no regular expression, which took a sixth of the gateway's computing time. The decoder refuses
 * malformed tokens anyway.
 */
public final class BearerTokens implements BearerTokenResolver {

    private static final String SCHEME = "Bearer";

    @Override
    public @Nullable String resolve(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = header.substring(SCHEME.length()).stripLeading();
        boolean separated = token.length() + SCHEME.length() < header.length();
        if (!separated || token.isEmpty()) {
            BearerTokenError malformed = BearerTokenErrors.invalidToken("Bearer token is malformed");
            throw new OAuth2AuthenticationException(malformed);
        }
        return token;
    }
}
