package io.flashsale.order.token;

import io.flashsale.commons.security.Tokens;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;

/** Signs tokens (RS256) that every service of ours accepts until they expire. Nothing revokes one before that. */
public final class JwtIssuer {

    private final JwtEncoder encoder;
    private final String keyId;
    private final String issuer;
    private final Duration shopperTtl;
    private final Clock clock;

    JwtIssuer(JwtEncoder encoder, String keyId, String issuer, Duration shopperTtl, Clock clock) {
        this.encoder = encoder;
        this.keyId = keyId;
        this.issuer = issuer;
        this.shopperTtl = shopperTtl;
        this.clock = clock;
    }

    /** A token for an account, with its role as it is now. */
    public SignedToken forAccount(long accountId, String username, String role) {
        return sign(accountId, username, role, shopperTtl);
    }

    /** A token for our own calls to other services; its subject 0 is nobody's account. */
    SignedToken forService(String name, Duration ttl) {
        return sign(0, name, Tokens.SERVICE, ttl);
    }

    /** A token with which the gateway may have shoppers admitted, and nothing else; its subject 0 is nobody's account. */
    SignedToken forGateway(Duration ttl) {
        return sign(0, "gateway", Tokens.GATEWAY, ttl);
    }

    private SignedToken sign(long subject, String username, String role, Duration ttl) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant expiry = now.plus(ttl);
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .issuer(issuer)
                .subject(Long.toString(subject))
                .issuedAt(now)
                .expiresAt(expiry)
                .claim(Tokens.USERNAME_CLAIM, username)
                .claim(Tokens.ROLE_CLAIM, role)
                .build();
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256)
                .keyId(keyId)
                .type("JWT")
                .build();
        return new SignedToken(
                encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue(), expiry);
    }
}
