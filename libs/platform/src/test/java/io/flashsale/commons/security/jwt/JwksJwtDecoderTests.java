package io.flashsale.commons.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.SecurityContext;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.testing.TestKeys;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

class JwksJwtDecoderTests {

    private final ImmutableJWKSet<SecurityContext> keys = new ImmutableJWKSet<>(new JWKSet(TestKeys.first("test")));
    private final JwtDecoder decoder = JwksJwtDecoder.from(keys, "stock-service");

    private String tokenOf(String issuer) {
        Instant now = Instant.now();
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .issuer(issuer)
                .subject("7")
                .audience(List.of(Tokens.SHOP_AUDIENCE))
                .issuedAt(now)
                .expiresAt(now.plusSeconds(600))
                .claim(Tokens.ROLE_CLAIM, Tokens.SHOPPER)
                .build();
        return new NimbusJwtEncoder(keys)
                .encode(JwtEncoderParameters.from(
                        JwsHeader.with(SignatureAlgorithm.RS256).build(), claims))
                .getTokenValue();
    }

    @Test
    void shouldReadAnIssuerThatIsNoUrlAsText() {
        Jwt token = decoder.decode(tokenOf("flash-sale"));
        assertThat(token.getClaimAsString(JwtClaimNames.ISS)).isEqualTo("flash-sale");
        assertThat(token.getSubject()).isEqualTo("7");
        assertThat(token.getExpiresAt()).isAfter(Instant.now());
        assertThat(token.getClaimAsString(Tokens.ROLE_CLAIM)).isEqualTo("SHOPPER");
    }

    @Test
    void shouldRefuseTheTokenOfAnotherIssuerThoughTheKeyIsOurs() {
        assertThatThrownBy(() -> decoder.decode(tokenOf("https://flash-sale.example")))
                .isInstanceOf(BadJwtException.class);
    }

    @Test
    void shouldRefuseAnExpiredTokenThatItKnewWhenItWasValid() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        Clock clock = mock(Clock.class);
        when(clock.instant()).thenAnswer(asked -> now.get());
        JwtDecoder byClock = JwksJwtDecoder.from(keys, "stock-service", clock);
        String token = tokenOf("flash-sale");
        Instant expiry = Objects.requireNonNull(byClock.decode(token).getExpiresAt());
        now.set(expiry.plus(Tokens.EXPIRY_LEEWAY).minusMillis(1));
        assertThat(byClock.decode(token).getSubject()).as("clocks differ").isEqualTo("7");
        now.set(expiry.plus(Tokens.EXPIRY_LEEWAY).plusMillis(1));
        assertThatThrownBy(() -> byClock.decode(token)).isInstanceOf(BadJwtException.class);
    }
}
