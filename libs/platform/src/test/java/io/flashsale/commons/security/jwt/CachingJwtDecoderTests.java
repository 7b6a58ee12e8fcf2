package io.flashsale.commons.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

class CachingJwtDecoderTests {

    private Instant now = Instant.parse("2031-01-01T00:00:00Z");
    private int verifications;
    private final CachingJwtDecoder decoder = new CachingJwtDecoder(this::verify, () -> now);

    private Jwt verify(String token) {
        verifications++;
        if (token.startsWith("bad")) {
            throw new BadJwtException(token);
        }
        return Jwt.withTokenValue(token)
                .header("alg", "RS256")
                .subject(token.substring(1))
                .claim(Tokens.ROLE_CLAIM, Tokens.SHOPPER)
                .claim(Tokens.USERNAME_CLAIM, "alice")
                .issuedAt(now)
                .expiresAt(now.plus(Duration.ofMinutes(1)))
                .build();
    }

    @Test
    void shouldSayTheSameOfATokenThatItKnows() {
        Jwt fresh = decoder.decode("t7");
        Jwt known = decoder.decode("t7");
        assertThat(verifications).isEqualTo(1);
        assertThat(known.getTokenValue()).isEqualTo("t7");
        assertThat(known.getClaims()).isEqualTo(fresh.getClaims());
        assertThat(known.getHeaders()).isEqualTo(fresh.getHeaders());
        assertThat(known.getIssuedAt()).isEqualTo(fresh.getIssuedAt());
        assertThat(known.getExpiresAt()).isEqualTo(fresh.getExpiresAt());
    }

    @Test
    void shouldKnowEachTokenByItself() {
        assertThat(Shopper.of(decoder.decode("t7")).id()).isEqualTo(7);
        assertThat(Shopper.of(decoder.decode("t8")).id()).isEqualTo(8);
        assertThat(Shopper.of(decoder.decode("t7")).id()).isEqualTo(7);
        assertThat(verifications).isEqualTo(2);
    }

    @Test
    void shouldNotKeepATokenLongerThanItIsValid() {
        decoder.decode("t7");
        now = now.plus(Duration.ofMinutes(1));
        decoder.decode("t7");
        assertThat(verifications).isEqualTo(2);
    }

    @Test
    void shouldRememberNoneThatIsBad() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> decoder.decode("bad")).isInstanceOf(BadJwtException.class);
        }
        assertThat(verifications).isEqualTo(2);
    }
}
