package io.flashsale.commons.security;

import java.time.Instant;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;

/** The sender of this thread's request, as the token check determined. */
public final class CurrentUser {

    private CurrentUser() {}

    /** The verified token; empty when the request came without one. */
    public static Optional<Jwt> token() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Jwt token
                ? Optional.of(token)
                : Optional.empty();
    }

    /** When the token's account was opened; empty when the token does not say. */
    public static Optional<Instant> accountSince() {
        return token().map(token -> token.getClaim(Tokens.SINCE_CLAIM))
                .filter(Number.class::isInstance)
                .map(since -> Instant.ofEpochSecond(((Number) since).longValue()));
    }

    /** Whether it is an administrator's token. */
    public static boolean isAdmin() {
        return token().filter(token -> Tokens.ADMIN.equals(token.getClaimAsString(Tokens.ROLE_CLAIM)))
                .isPresent();
    }

    /** The token's holder; empty when the request came without one. */
    public static Optional<Shopper> shopper() {
        return token().map(Shopper::of);
    }
}
