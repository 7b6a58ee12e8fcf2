package io.flashsale.accounts.token;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/**
 * Signs what a browser keeps between the two halves of a log-in with a provider, so that any instance can finish it.
 *
 * <p>Such a token is valid for ten minutes. It opens nothing: its type and its audience are not those of a session.
 */
public final class AttemptTokens {

    public static final Duration TTL = Duration.ofMinutes(10);

    private static final String TYPE = "log-in-attempt";

    private final SigningKeys keys;
    private final NimbusJwtEncoder encoder;
    private final NimbusJwtDecoder decoder;
    private final Clock clock;

    AttemptTokens(SigningKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
        encoder = new NimbusJwtEncoder(keys);
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys));
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType(TYPE)));
        processor.setJWTClaimsSetVerifier((claims, context) -> {}); // the validators below check the claims
        decoder = new NimbusJwtDecoder(processor);
        JwtTimestampValidator expiry = new JwtTimestampValidator(Duration.ZERO);
        expiry.setClock(clock);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(expiry, new JwtAudienceValidator(TYPE)));
    }

    public String sign(Map<String, String> content) {
        Instant now = clock.instant();
        JwtClaimsSet.Builder claims =
                JwtClaimsSet.builder().audience(List.of(TYPE)).issuedAt(now).expiresAt(now.plus(TTL));
        content.forEach(claims::claim);
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256)
                .keyId(keys.signer().getKeyID())
                .type(TYPE)
                .build();
        return encoder.encode(JwtEncoderParameters.from(header, claims.build())).getTokenValue();
    }

    /** The content, unless the token has expired or is not one of {@link #sign}. */
    public Optional<Jwt> read(String token) {
        try {
            return Optional.of(decoder.decode(token));
        } catch (JwtException expiredOrForeign) {
            return Optional.empty();
        }
    }
}
