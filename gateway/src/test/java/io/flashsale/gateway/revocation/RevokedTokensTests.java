package io.flashsale.gateway.revocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.security.TokenHolder;
import io.flashsale.contracts.session.EndedSessionList.Ended;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;

class RevokedTokensTests {

    private static final Instant EXPIRY = Instant.parse("2030-01-01T02:00:00Z");

    private final RevokedTokens ended = new RevokedTokens();

    private static TokenHolder token(long account, String id, @Nullable Integer version) {
        Jwt.Builder token = Jwt.withTokenValue("x").header("alg", "RS256").subject(Long.toString(account));
        if (version != null) {
            token.claim("ver", version);
        }
        return TokenHolder.of(token.jti(id).expiresAt(EXPIRY).build());
    }

    @Test
    void includeOneTokenAndNoOtherOfTheAccount() {
        ended.add(new Ended(1, 5, "a", null, EXPIRY));
        assertThat(ended.include(token(5, "a", 0))).isTrue();
        assertThat(ended.include(token(5, "b", 0))).isFalse();
        assertThat(ended.include(token(6, "a", 0))).isFalse();
    }

    @Test
    void includeAllTokensOfLowerVersions() {
        ended.add(new Ended(1, 5, null, 2, EXPIRY));
        ended.add(new Ended(2, 5, null, 1, EXPIRY));
        assertThat(ended.include(token(5, "a", null))).isTrue();
        assertThat(ended.include(token(5, "a", 1))).isTrue();
        assertThat(ended.include(token(5, "a", 2))).isFalse();
    }

    @Test
    void forgetWhatHasExpired() {
        ended.add(new Ended(1, 5, "a", null, EXPIRY));
        ended.add(new Ended(2, 6, null, 1, EXPIRY));
        ended.forgetExpired(EXPIRY.minusMillis(1));
        assertThat(ended.include(token(5, "a", 0))).isTrue();
        assertThat(ended.include(token(6, "b", 0))).isTrue();
        ended.forgetExpired(EXPIRY);
        assertThat(ended.include(token(5, "a", 0))).isFalse();
        assertThat(ended.include(token(6, "b", 0))).isFalse();
    }
}
