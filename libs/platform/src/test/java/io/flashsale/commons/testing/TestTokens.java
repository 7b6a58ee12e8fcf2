package io.flashsale.commons.testing;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.SecurityContext;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/** Signs tokens as order-service does, with a key of its own, and makes the service accept them. */
@TestConfiguration
class TestTokens {

    private static final ImmutableJWKSet<SecurityContext> KEYS =
            new ImmutableJWKSet<>(new JWKSet(TestKeys.first("test")));

    /** A signature takes longer than most of the calls that need it. */
    private static final Map<String, String> SIGNED = new ConcurrentHashMap<>();

    private static final List<String> SERVICES = List.of("stock-service", "coupon-service");
    private static final List<String> PERSONS = List.of(Tokens.SHOP_AUDIENCE);

    @Bean
    JwtDecoder jwtDecoder(@Value("${spring.application.name}") String service) {
        return JwksJwtDecoder.from(KEYS, service);
    }

    static String token(long subject, String role) {
        return SIGNED.computeIfAbsent(role + subject, ignored -> signed(subject, role));
    }

    /** @param since when the account was opened */
    static String token(long subject, String role, Instant since) {
        return signed(subject, role, claims -> claims.claim(Tokens.SINCE_CLAIM, since.getEpochSecond()));
    }

    private static String signed(long subject, String role) {
        return signed(subject, role, claims -> {});
    }

    private static String signed(long subject, String role, Consumer<JwtClaimsSet.Builder> more) {
        Instant now = Instant.now();
        JwtClaimsSet.Builder claims = JwtClaimsSet.builder()
                .issuer("flash-sale")
                .subject(Long.toString(subject))
                .audience(role.equals(Tokens.SERVICE) || role.equals(Tokens.GATEWAY) ? SERVICES : PERSONS)
                .issuedAt(now)
                .expiresAt(now.plusSeconds(3600))
                .claim(Tokens.ROLE_CLAIM, role);
        more.accept(claims);
        return new NimbusJwtEncoder(KEYS)
                .encode(JwtEncoderParameters.from(
                        JwsHeader.with(SignatureAlgorithm.RS256).build(), claims.build()))
                .getTokenValue();
    }
}
