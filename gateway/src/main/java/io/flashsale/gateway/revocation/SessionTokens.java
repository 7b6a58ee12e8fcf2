package io.flashsale.gateway.revocation;

import io.flashsale.commons.security.TokenHolder;
import io.flashsale.commons.security.jwt.CachingJwtDecoder;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/** Verifies tokens as all services do, and also refuses those whose session has ended. */
public record SessionTokens(CachingJwtDecoder verifier, RevokedTokens ended) implements JwtDecoder {

    @Override
    public Jwt decode(String token) {
        Jwt verified = verifier.decode(token);
        refuseEnded(TokenHolder.of(verified));
        return verified;
    }

    /**
     * Who holds the token; cheaper than its claims.
     *
     * @throws JwtException as {@link #decode} does
     */
    public TokenHolder holder(String token) {
        TokenHolder holder = verifier.holder(token);
        refuseEnded(holder);
        return holder;
    }

    private void refuseEnded(TokenHolder holder) {
        if (ended.include(holder)) {
            throw new BadJwtException("the session has ended");
        }
    }
}
