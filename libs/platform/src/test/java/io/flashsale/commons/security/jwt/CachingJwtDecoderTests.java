package io.flashsale.commons.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.TokenHolder;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

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
    void shouldSayWhoHoldsATokenWithoutItsClaims() {
        TokenHolder holder = decoder.holder("t7");
        assertThat(holder).isEqualTo(TokenHolder.of(decoder.decode("t7")));
        assertThat(holder.shopper()).isEqualTo(new Shopper(7));
        assertThat(holder.isShopper()).isTrue();
        assertThat(verifications).isEqualTo(1);
    }

    @Test
    void shouldRefuseAnExpiredTokenThatItKnewWhenItWasValid() {
        now = Instant.now();
        Clock clock = mock(Clock.class);
        when(clock.instant()).thenAnswer(asked -> now);
        Keys keys = new Keys(TestKeys.first("test"));
        JwtDecoder whole = JwksJwtDecoder.from(new ImmutableJWKSet<>(keys.published()), "stock-service", clock);
        String token = keys.token(Tokens.SHOPPER);
        Instant expiry = Objects.requireNonNull(whole.decode(token).getExpiresAt());
        now = expiry.plus(Tokens.EXPIRY_LEEWAY).minusMillis(1);
        assertThat(whole.decode(token).getSubject()).as("clocks differ").isEqualTo("42");
        now = expiry.plus(Tokens.EXPIRY_LEEWAY).plusMillis(1);
        assertThatThrownBy(() -> whole.decode(token)).isInstanceOf(BadJwtException.class);
    }

    @Test
    void shouldRememberNoneThatIsBad() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> decoder.decode("bad")).isInstanceOf(BadJwtException.class);
        }
        assertThat(verifications).isEqualTo(2);
    }
}
