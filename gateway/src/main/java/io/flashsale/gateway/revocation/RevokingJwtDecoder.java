package io.flashsale.gateway.revocation;

import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Accepts what the wrapped decoder accepts, except tokens whose session has ended. */
final class RevokingJwtDecoder implements JwtDecoder {

    private final JwtDecoder verifier;
    private final RevokedTokens ended;

    RevokingJwtDecoder(JwtDecoder verifier, RevokedTokens ended) {
        this.verifier = verifier;
        this.ended = ended;
    }

    @Override
    public Jwt decode(String token) {
        Jwt verified = verifier.decode(token);
        if (ended.include(verified)) {
            throw new BadJwtException("the session has ended");
        }
        return verified;
    }
}
