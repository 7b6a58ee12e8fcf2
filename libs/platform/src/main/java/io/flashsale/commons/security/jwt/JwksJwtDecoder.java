package io.flashsale.commons.security.jwt;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.flashsale.commons.security.Tokens;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.MappedJwtClaimSetConverter;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Makes the decoder that accepts only RS256 tokens of our issuer for this service, and never {@code alg: none}. */
public final class JwksJwtDecoder {

    private static final int TIMEOUT_MS = 1_000;
    private static final Duration KEYS_MAX_AGE = Duration.ofMinutes(5);
    private static final Duration KEYS_MAX_AGE_IN_OUTAGE = Duration.ofHours(4);

    /** Short, because a gateway that asks too early at its start stays unready for as long. */
    private static final Duration MIN_FETCH_INTERVAL = Duration.ofSeconds(2);

    private JwksJwtDecoder() {}

    /**
     * A decoder that fetches the keys on first use, and keeps them for up to four hours while order-service is
     * down. So selling does not depend on the log-in service. Tokens with unknown keys cause at most two fetches in
     * two seconds.
     *
     * @param jwt where the instances of order-service publish the keys; they are asked in turn until one answers
     * @param service its {@code spring.application.name}, the audience of other services' tokens for it
     * @throws IllegalStateException if the properties do not say where the keys are
     */
    public static CachingJwtDecoder of(JwtProperties jwt, String service) {
        List<URI> uris = jwt.jwksUri();
        if (uris == null || uris.isEmpty()) {
            throw new IllegalStateException(
                    "flashsale.jwt.jwks-uri is not set: say where order-service publishes its keys"
                            + " (environment variable FLASHSALE_JWT_JWKS_URI)");
        }
        try {
            JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                            uris.getFirst().toURL(),
                            new AnyInstance(uris, new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS)))
                    .cache(KEYS_MAX_AGE.toMillis(), 5_000)
                    .rateLimited(MIN_FETCH_INTERVAL.toMillis())
                    .outageTolerant(KEYS_MAX_AGE_IN_OUTAGE.toMillis())
                    .retrying(true)
                    .build();
            return from(new OutageTolerantJwkSource(keys), service);
        } catch (MalformedURLException malformed) {
            throw new IllegalArgumentException("flashsale.jwt.jwks-uri is not a URL: " + uris, malformed);
        }
    }

    /** All instances of order-service have the same keys. */
    private record AnyInstance(List<URI> uris, ResourceRetriever one) implements ResourceRetriever {

        @Override
        public Resource retrieveResource(URL first) throws IOException {
            IOException last = new IOException("nobody was asked");
            for (URI uri : uris) {
                try {
                    return one.retrieveResource(uri.toURL());
                } catch (IOException unreachable) {
                    last = unreachable;
                }
            }
            throw last;
        }
    }

    /** A decoder for keys that are already present. */
    public static CachingJwtDecoder from(JWKSource<SecurityContext> keys, String service) {
        return from(keys, service, Clock.systemUTC());
    }

    static CachingJwtDecoder from(JWKSource<SecurityContext> keys, String service, Clock clock) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys));
        processor.setJWTClaimsSetVerifier((claims, context) -> {}); // the validators below check the claims
        NimbusJwtDecoder decoder = new NimbusJwtDecoder(processor);
        // Our issuer is a plain name. The default converter expects a URL, so it would throw and catch an exception for
        // each token.
        decoder.setClaimSetConverter(
                MappedJwtClaimSetConverter.withDefaults(Map.of(JwtClaimNames.ISS, Object::toString)));
        JwtTimestampValidator expiry = new JwtTimestampValidator(Tokens.EXPIRY_LEEWAY);
        expiry.setClock(clock);
        OAuth2TokenValidator<Jwt> validator = new DelegatingOAuth2TokenValidator<>(
                expiry, new JwtIssuerValidator(Tokens.ISSUER), new HolderValidator(service));
        decoder.setJwtValidator(validator);
        return new CachingJwtDecoder(new LeanJwtDecoder(keys, validator, decoder, NativeSignatures.provider()), clock);
    }

    /**
     * Tells tokens with a foreign key from keys that cannot be fetched. Once the keys have been fetched, the limit on
     * fetching them again only means that the token names none of them.
     */
    private static final class OutageTolerantJwkSource implements JWKSource<SecurityContext> {

        private final JWKSource<SecurityContext> keys;
        private volatile boolean fetchedOnce;

        OutageTolerantJwkSource(JWKSource<SecurityContext> keys) {
            this.keys = keys;
        }

        @Override
        public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
            try {
                List<JWK> found = keys.get(selector, context);
                fetchedOnce = true;
                return found;
            } catch (RateLimitReachedException limited) {
                if (fetchedOnce) {
                    return List.of();
                }
                throw limited;
            }
        }
    }
}
