package io.flashsale.commons.security.jwt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.security.TokenHolder;
import io.flashsale.commons.signature.Hashes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Caches verified tokens. A shopper who waits for a sale sends the same token many times, and a signature costs
 * more than all else that the gateway does.
 *
 * <p>Only verified tokens are kept, never longer than they are valid, and at most {@value #MAX_TOKENS} of them. An
 * entry is the SHA-256 digest with the claims, about 500 bytes; the token with its claims would take 3 to 4 KB.
 */
public final class CachingJwtDecoder implements JwtDecoder {

    private static final long MAX_TOKENS = 100_000;

    /** How long a token may still be accepted after its key was withdrawn. */
    private static final Duration MAX_AGE = Duration.ofMinutes(2);

    private final JwtDecoder verifier;
    private final InstantSource clock;
    private final Cache<Digest, Verified> verified = Caffeine.newBuilder()
            .maximumSize(MAX_TOKENS)
            .expireAfterWrite(MAX_AGE)
            .build();

    /** All tokens of a key share these. */
    private volatile Map<String, Object> lastHeaders = Map.of();

    CachingJwtDecoder(JwtDecoder verifier, InstantSource clock) {
        this.verifier = verifier;
        this.clock = clock;
    }

    private record Digest(long first, long second, long third, long fourth) {}

    private record Verified(
            TokenHolder holder,
            Map<String, Object> headers,
            Map<String, Object> claims,
            @Nullable Instant issuedAt,
            Instant expiresAt) {

        Jwt of(String token) {
            return new Jwt(token, issuedAt, expiresAt, headers, claims);
        }
    }

    @Override
    public Jwt decode(String token) {
        return verified(token).of(token);
    }

    /**
     * Verifies the token as {@link #decode} does, and says who holds it. This is cheaper than its claims.
     *
     * @throws JwtException as {@link #decode} does
     */
    public TokenHolder holder(String token) {
        return verified(token).holder();
    }

    private Verified verified(String token) {
        Digest digest = digest(token);
        Verified known = verified.getIfPresent(digest);
        if (known != null && clock.instant().isBefore(known.expiresAt())) {
            return known;
        }
        Jwt fresh = verifier.decode(token);
        Verified now = new Verified(
                TokenHolder.of(fresh),
                shared(fresh.getHeaders()),
                Map.copyOf(fresh.getClaims()),
                fresh.getIssuedAt(),
                Objects.requireNonNull(fresh.getExpiresAt(), "a token without an end was accepted"));
        verified.put(digest, now);
        return now;
    }

    private Map<String, Object> shared(Map<String, Object> headers) {
        Map<String, Object> last = lastHeaders;
        if (!last.equals(headers)) {
            last = Map.copyOf(headers);
            lastHeaders = last;
        }
        return last;
    }

    private static Digest digest(String token) {
        ByteBuffer digest = ByteBuffer.wrap(Hashes.sha256(token.getBytes(StandardCharsets.ISO_8859_1)));
        return new Digest(digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    }
}
