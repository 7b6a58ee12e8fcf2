package io.flashsale.commons.testing;

import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Signs tokens as order-service does, with a key of its own, and makes the service accept them. */
@TestConfiguration
class TestTokens {

    private static final Keys KEYS = new Keys(TestKeys.first("test"));

    /** A signature takes longer than most of the calls that need it. */
    private static final Map<String, String> SIGNED = new ConcurrentHashMap<>();

    private static final List<String> SERVICES = List.of("stock-service", "coupon-service");
    private static final List<String> PERSONS = List.of(Tokens.SHOP_AUDIENCE);

    @Bean
    JwtDecoder jwtDecoder(@Value("${spring.application.name}") String service) {
        return JwksJwtDecoder.from(new ImmutableJWKSet<>(KEYS.published()), service);
    }

    static String token(long subject, String role) {
        return SIGNED.computeIfAbsent(
                role + subject, ignored -> KEYS.sign(claims(subject, role).build()));
    }

    /** @param since when the account was opened */
    static String token(long subject, String role, Instant since) {
        return KEYS.sign(claims(subject, role)
                .claim(Tokens.SINCE_CLAIM, since.getEpochSecond())
                .build());
    }

    private static JWTClaimsSet.Builder claims(long subject, String role) {
        Instant now = Instant.now();
        return Keys.claims(role)
                .subject(Long.toString(subject))
                .audience(role.equals(Tokens.SERVICE) || role.equals(Tokens.GATEWAY) ? SERVICES : PERSONS)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3600)));
    }
}
