package io.flashsale.commons.security;

import java.util.Objects;
import org.springframework.security.oauth2.jwt.Jwt;

/** Whoever holds the token of this request. A controller method may ask for it as a parameter. */
public record Shopper(long id) {

    /** Whose token it is. The token must have been verified. */
    public static Shopper of(Jwt token) {
        return new Shopper(Long.parseLong(Objects.requireNonNull(token.getSubject())));
    }
}
