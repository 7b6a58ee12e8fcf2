package io.flashsale.accounts.token;

import io.flashsale.commons.security.Tokens;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;

/**
 * Signs tokens (RS256). Each service they are for accepts them until they expire. The gateway refuses earlier those
 * whose session has ended.
 */
public final class JwtIssuer {

    private static final int ID_BYTES = 16;

    private static final List<String> PERSONS = List.of(Tokens.SHOP_AUDIENCE);
    private static final List<String> CALLED_BY_SERVICES = List.of("stock-service", "coupon-service");
    private static final List<String> CALLED_BY_GATEWAY = List.of("stock-service", "coupon-service", "order-service");

    private final SecureRandom random = new SecureRandom();
    private final JwtEncoder encoder;
    private final Supplier<String> keyId;
    private final Duration shopperTtl;
    private final Duration adminTtl;
    private final Clock clock;

    /** @param keyId of the current key */
    JwtIssuer(JwtEncoder encoder, Supplier<String> keyId, Duration shopperTtl, Duration adminTtl, Clock clock) {
        this.encoder = encoder;
        this.keyId = keyId;
        this.shopperTtl = shopperTtl;
        this.adminTtl = adminTtl;
        this.clock = clock;
    }

    /** Signs a token for a new account, with its role. */
    public SignedToken forAccount(long accountId, String username, String role) {
        return forAccount(accountId, username, role, 0, clock.instant(), true);
    }

    /**
     * Signs a token for an account, with its current role.
     *
     * @param version of the account's tokens; once the account has a higher one, this token is invalid
     * @param since when the account was opened
     * @param hasPassword false if a provider vouches for the user
     */
    public SignedToken forAccount(
            long accountId, String username, String role, int version, Instant since, boolean hasPassword) {
        Duration ttl = role.equals(Tokens.ADMIN) ? adminTtl : shopperTtl;
        return sign(accountId, PERSONS, username, role, ttl, claims -> {
            claims.claim(Tokens.VERSION_CLAIM, version).claim(Tokens.SINCE_CLAIM, since.getEpochSecond());
            if (!hasPassword) {
                claims.claim(Tokens.NO_PASSWORD_CLAIM, true);
            }
        });
    }

    /** The longest lifetime of an account's token. */
    public Duration maxTtl() {
        return shopperTtl.compareTo(adminTtl) > 0 ? shopperTtl : adminTtl;
    }

    /** Signs a token for our own calls to other services; its subject 0 is no account. */
    SignedToken forService(String name, Duration ttl) {
        return sign(0, CALLED_BY_SERVICES, name, Tokens.SERVICE, ttl, JwtIssuer::ofNoAccount);
    }

    /** Signs a token that lets the gateway admit shoppers and take their payments; its subject 0 is no account. */
    SignedToken forGateway(Duration ttl) {
        return sign(0, CALLED_BY_GATEWAY, "gateway", Tokens.GATEWAY, ttl, JwtIssuer::ofNoAccount);
    }

    private static void ofNoAccount(JwtClaimsSet.Builder claims) {
        claims.claim(Tokens.VERSION_CLAIM, 0);
    }

    private SignedToken sign(
            long subject,
            List<String> audience,
            String username,
            String role,
            Duration ttl,
            Consumer<JwtClaimsSet.Builder> more) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant expiry = now.plus(ttl);
        JwtClaimsSet.Builder claims = JwtClaimsSet.builder()
                .issuer(Tokens.ISSUER)
                .id(newId())
                .subject(Long.toString(subject))
                .audience(audience)
                .issuedAt(now)
                .expiresAt(expiry)
                .claim(Tokens.USERNAME_CLAIM, username)
                .claim(Tokens.ROLE_CLAIM, role);
        more.accept(claims);
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256)
                .keyId(keyId.get())
                .type("JWT")
                .build();
        return new SignedToken(
                encoder.encode(JwtEncoderParameters.from(header, claims.build()))
                        .getTokenValue(),
                expiry);
    }

    /** Returns a unique id that cannot be guessed. */
    private String newId() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }
}
