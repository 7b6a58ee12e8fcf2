package io.flashsale.gateway.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.security.Shopper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/**
 * Whose token it is, remembered for a crowd: of each token its SHA-256 digest, the shopper and the expiry, about 250 bytes,
 * where the token itself with its claims takes 3 to 4 KB. Only verified tokens are kept, never longer than they are valid.
 */
final class VerifiedShoppers {

    private static final long MAX_TOKENS = 100_000;

    /** So long a token may still be accepted after its key was withdrawn. */
    private static final Duration MAX_AGE = Duration.ofMinutes(2);

    private final JwtDecoder verifier;
    private final InstantSource clock;
    private final Cache<Digest, Verified> verified = Caffeine.newBuilder()
            .maximumSize(MAX_TOKENS)
            .expireAfterWrite(MAX_AGE)
            .build();

    VerifiedShoppers(JwtDecoder verifier, InstantSource clock) {
        this.verifier = verifier;
        this.clock = clock;
    }

    private record Digest(long first, long second, long third, long fourth) {}

    private record Verified(Shopper shopper, Instant expiresAt) {}

    /**
     * Who may use this token.
     *
     * @throws org.springframework.security.oauth2.jwt.BadJwtException if nobody may
     * @throws org.springframework.security.oauth2.jwt.JwtException if that cannot be found out
     */
    Shopper of(String token) {
        Digest digest = digest(token);
        Verified known = verified.getIfPresent(digest);
        if (known != null && clock.instant().isBefore(known.expiresAt())) {
            return known.shopper();
        }
        Jwt jwt = verifier.decode(token);
        Verified fresh = new Verified(Shopper.of(jwt), Objects.requireNonNull(jwt.getExpiresAt()));
        verified.put(digest, fresh);
        return fresh.shopper();
    }

    private static Digest digest(String token) {
        try {
            byte[] bytes = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.ISO_8859_1));
            ByteBuffer digest = ByteBuffer.wrap(bytes);
            return new Digest(digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
