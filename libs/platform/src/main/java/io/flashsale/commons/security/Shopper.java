package io.flashsale.commons.security;

import java.util.Objects;
import org.springframework.security.oauth2.jwt.Jwt;

/** The holder of this request's token. A controller method may take it as a parameter. */
public record Shopper(long id) {

    /** The holder of this token, which must have been verified. */
    public static Shopper of(Jwt token) {
        return new Shopper(Long.parseLong(Objects.requireNonNull(token.getSubject())));
    }
}
