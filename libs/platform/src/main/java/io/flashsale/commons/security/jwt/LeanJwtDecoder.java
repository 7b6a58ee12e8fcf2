package io.flashsale.commons.security.jwt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.flashsale.commons.security.Tokens;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/**
 * Decodes our own tokens at little more than the cost of their signature; the general decoder takes two to three
 * times as long. In a crowd every token is a fresh one.
 *
 * <p>It only ever accepts: tokens signed as RS256 by one of our keys, without claims that need interpretation, and
 * valid for the validator. All others go to the general decoder, so only that refuses.
 *
 * <p>All our tokens of one key have the same header, so it is parsed once. The result is forgotten after {@link
 * #HEADER_MAX_AGE}, and with it a key that was withdrawn.
 *
 * <p>The decoded text is no secret, so the JDK's Base64 may decode it, although its timing depends on the content.
 */
final class LeanJwtDecoder implements JwtDecoder {

    private static final Duration HEADER_MAX_AGE = Duration.ofSeconds(30);
    private static final int MAX_HEADERS = 16;
    private static final int MAX_SHARED = 64;
    private static final String ALGORITHM = "SHA256withRSA"; // RS256

    private final JWKSource<SecurityContext> keys;
    private final OAuth2TokenValidator<Jwt> validator;
    private final JwtDecoder general;
    private final @Nullable Provider signatures;

    /** Issuers, audiences and roles: equal values of a crowd's cached tokens share one object. */
    private final Map<Object, Object> shared = new ConcurrentHashMap<>();

    private final Cache<String, Signer> signers = Caffeine.newBuilder()
            .maximumSize(MAX_HEADERS)
            .expireAfterWrite(HEADER_MAX_AGE)
            .build();

    /**
     * @param general decides about all other tokens, with the same keys and the same validator
     * @param signatures the provider that checks signatures; null for the JDK
     */
    LeanJwtDecoder(
            JWKSource<SecurityContext> keys,
            OAuth2TokenValidator<Jwt> validator,
            JwtDecoder general,
            @Nullable Provider signatures) {
        this.keys = keys;
        this.validator = validator;
        this.general = general;
        this.signatures = signatures;
    }

    private record Signer(Map<String, Object> says, PublicKey key) {}

    @Override
    public Jwt decode(String token) {
        Jwt ours = accepted(token);
        return ours == null ? general.decode(token) : ours;
    }

    private @Nullable Jwt accepted(String token) {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        if (first <= 0 || second < 0 || token.indexOf('.', second + 1) >= 0) {
            return null;
        }
        try {
            Signer signer = signer(token.substring(0, first));
            if (signer == null || !isSigned(token, second, signer)) {
                return null;
            }
            Map<String, Object> claims =
                    JSONObjectUtils.parse(new String(decoded(token, first + 1, second), StandardCharsets.UTF_8));
            Jwt jwt = jwt(token, signer.says(), claims);
            return jwt == null || validator.validate(jwt).hasErrors() ? null : jwt;
        } catch (KeySourceException outOfReach) {
            throw new JwtException("the keys cannot be fetched", outOfReach); // the next attempt would come too soon
        } catch (JOSEException | GeneralSecurityException | ParseException | RuntimeException unusual) {
            return null; // also after a fault of the native code
        }
    }

    private boolean isSigned(String token, int end, Signer signer) throws GeneralSecurityException {
        Signature check =
                signatures == null ? Signature.getInstance(ALGORITHM) : Signature.getInstance(ALGORITHM, signatures);
        check.initVerify(signer.key());
        check.update(token.substring(0, end).getBytes(StandardCharsets.US_ASCII));
        return check.verify(decoded(token, end + 1, token.length()));
    }

    private static byte[] decoded(String token, int begin, int end) {
        return Base64.getUrlDecoder().decode(token.substring(begin, end));
    }

    private @Nullable Signer signer(String encodedHeader) throws ParseException, JOSEException {
        Signer known = signers.getIfPresent(encodedHeader);
        if (known != null) {
            return known;
        }
        JWSHeader header = JWSHeader.parse(new Base64URL(encodedHeader));
        if (!JWSAlgorithm.RS256.equals(header.getAlgorithm())
                || header.getKeyID() == null
                || header.getCriticalParams() != null) {
            return null;
        }
        JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
        var matching = matcher == null ? null : keys.get(new JWKSelector(matcher), null);
        if (matching == null || matching.size() != 1 || !(matching.getFirst() instanceof RSAKey key)) {
            return null;
        }
        Signer found = new Signer(header.toJSONObject(), publicKey(key));
        signers.put(encodedHeader, found);
        return found;
    }

    /** Converts the key for the provider, which otherwise would translate it for each signature. */
    private PublicKey publicKey(RSAKey key) throws JOSEException {
        PublicKey ours = key.toRSAPublicKey();
        if (signatures == null) {
            return ours;
        }
        try {
            return (PublicKey) KeyFactory.getInstance("RSA", signatures).translateKey(ours);
        } catch (GeneralSecurityException unusable) {
            throw new JOSEException("a key that " + signatures.getName() + " cannot use", unusable);
        }
    }

    /** Converts our tokens' claims as the general decoder does; null if there are other claims. */
    private @Nullable Jwt jwt(String token, Map<String, Object> header, Map<String, Object> claims) {
        Map<String, Object> converted = HashMap.newHashMap(claims.size());
        for (Map.Entry<String, Object> claim : claims.entrySet()) {
            Object value = converted(claim.getKey(), claim.getValue());
            if (value == null) {
                return null;
            }
            converted.put(claim.getKey(), value);
        }
        Instant issuedAt = (Instant) converted.get(JwtClaimNames.IAT);
        Instant expiresAt = (Instant) converted.get(JwtClaimNames.EXP);
        if (issuedAt == null || expiresAt == null || !expiresAt.isAfter(issuedAt)) {
            return null;
        }
        return new Jwt(token, issuedAt, expiresAt, header, converted);
    }

    private @Nullable Object converted(String claim, @Nullable Object value) {
        return switch (claim) {
            case Tokens.VERSION_CLAIM, Tokens.SINCE_CLAIM -> value instanceof Long ? value : null;
            case Tokens.NO_PASSWORD_CLAIM -> value instanceof Boolean ? value : null;
            case JwtClaimNames.EXP, JwtClaimNames.IAT ->
                value instanceof Long seconds ? Instant.ofEpochSecond(seconds) : null;
            case JwtClaimNames.AUD -> {
                List<String> audience = audience(value);
                yield audience == null ? null : shared(audience);
            }
            case JwtClaimNames.ISS, Tokens.ROLE_CLAIM -> value instanceof String ? shared(value) : null;
            case JwtClaimNames.SUB, JwtClaimNames.JTI, Tokens.USERNAME_CLAIM -> value instanceof String ? value : null;
            default -> null;
        };
    }

    /** The equal value of an earlier token. */
    private Object shared(Object value) {
        Object known = shared.get(value);
        if (known == null && shared.size() < MAX_SHARED) {
            known = shared.putIfAbsent(value, value);
        }
        return known == null ? value : known;
    }

    /** One name, or a list of names. */
    private static @Nullable List<String> audience(@Nullable Object value) {
        if (value instanceof String one) {
            return List.of(one);
        }
        return value instanceof List<?> several && several.stream().allMatch(String.class::isInstance)
                ? several.stream().map(String.class::cast).toList()
                : null;
    }
}
