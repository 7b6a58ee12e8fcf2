package io.flashsale.commons.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/**
 * Remembers the tokens that were verified lately, because a shopper who waits for a sale sends the same one many times and a
 * signature costs more than everything else the gateway does.
 *
 * <p>Only verified tokens are kept, never longer than they are valid, and at most {@value #MAX_TOKENS} of them: at 3 to 4 KB each
 * they are the largest thing that a small heap has to hold for minutes. Of a crowd in which everybody comes once none stays:
 * when there are that many, the cache keeps those that come again.
 */
final class CachingJwtDecoder implements JwtDecoder {

    private static final long MAX_TOKENS = 10_000;
    private static final Duration MAX_AGE = Duration.ofMinutes(2);

    private final JwtDecoder verifier;
    private final Clock clock;
    private final Cache<String, Jwt> verified = Caffeine.newBuilder()
            .maximumSize(MAX_TOKENS)
            .expireAfterWrite(MAX_AGE)
            .build();

    CachingJwtDecoder(JwtDecoder verifier, Clock clock) {
        this.verifier = verifier;
        this.clock = clock;
    }

    @Override
    public Jwt decode(String token) {
        Jwt known = verified.getIfPresent(token);
        if (known != null && stillValid(known)) {
            return known;
        }
        Jwt fresh = verifier.decode(token);
        verified.put(token, fresh);
        return fresh;
    }

    private boolean stillValid(Jwt token) {
        Instant expiry = token.getExpiresAt();
        return expiry != null && clock.instant().isBefore(expiry);
    }
}
