package io.flashsale.commons.security;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Who holds a verified token, in short: all that the hot path needs to know.
 *
 * @param tokenId null in the tokens of services
 * @param version of the account when the token was issued; 0 if the token does not say
 */
public record TokenHolder(
        Shopper shopper, @Nullable String role, @Nullable String tokenId, long version) {

    public static TokenHolder of(Jwt token) {
        Object version = token.getClaim(Tokens.VERSION_CLAIM);
        return new TokenHolder(
                Shopper.of(token),
                token.getClaimAsString(Tokens.ROLE_CLAIM),
                token.getId(),
                version instanceof Number number ? number.longValue() : 0);
    }

    public boolean isShopper() {
        return Objects.equals(role, Tokens.SHOPPER);
    }

    /** Whether it is a shopper or an administrator, not a service. */
    public boolean isPerson() {
        return isShopper() || Objects.equals(role, Tokens.ADMIN);
    }
}
