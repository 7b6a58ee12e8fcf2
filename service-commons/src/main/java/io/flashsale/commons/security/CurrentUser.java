package io.flashsale.commons.security;

import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;

/** Whoever sent the request that this thread is handling, as the token check found out. */
public final class CurrentUser {

    private CurrentUser() {}

    /** The verified token; empty when the request came without one. */
    public static Optional<Jwt> token() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Jwt token
                ? Optional.of(token)
                : Optional.empty();
    }

    /** Whose token it is; empty when the request came without one. */
    public static Optional<Shopper> shopper() {
        return token().map(Shopper::of);
    }
}
