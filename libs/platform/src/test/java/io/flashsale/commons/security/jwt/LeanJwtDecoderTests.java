package io.flashsale.commons.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import java.security.Provider;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;

/** It accepts our own tokens as the general decoder would, and refuses none: that is left to the general one. */
@ParameterizedClass
@MethodSource("signatures")
class LeanJwtDecoderTests {

    private static final String LEFT = "left to the general decoder";

    private final RSAKey key = TestKeys.first("k");
    private final ImmutableJWKSet<SecurityContext> keys = new ImmutableJWKSet<>(new JWKSet(key));
    private final JwtDecoder general = JwksJwtDecoder.from(keys, "stock-service");
    private final LeanJwtDecoder lean;

    LeanJwtDecoderTests(@Nullable Provider signatures) {
        lean = new LeanJwtDecoder(
                keys,
                new DelegatingOAuth2TokenValidator<>(
                        new JwtTimestampValidator(Duration.ofSeconds(5)),
                        new JwtIssuerValidator("flash-sale"),
                        new HolderValidator("stock-service")),
                token -> {
                    throw new IllegalStateException(LEFT);
                },
                signatures);
    }

    /** The JDK, and native code where it exists for this machine. */
    static Stream<Arguments> signatures() {
        return Stream.of(Arguments.of((Object) null), Arguments.of(NativeSignatures.provider()));
    }

    private static JWTClaimsSet.Builder claims() {
        return Keys.claims(Tokens.SHOPPER)
                .issueTime(new Date())
                .jwtID("the-id-of-this-token")
                .claim(Tokens.VERSION_CLAIM, 3)
                .claim(Tokens.SINCE_CLAIM, 1_767_225_600L)
                .claim(Tokens.NO_PASSWORD_CLAIM, true)
                .claim(Tokens.USERNAME_CLAIM, "alice");
    }

    private static String signed(RSAKey by, JWTClaimsSet claims) throws JOSEException {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID(by.getKeyID())
                .type(JOSEObjectType.JWT)
                .build();
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(new RSASSASigner(by));
        return token.serialize();
    }

    private void assertLeft(String token) {
        assertThatThrownBy(() -> lean.decode(token)).hasMessage(LEFT);
    }

    @Test
    void shouldReadOurTokensAsTheGeneralDecoderDoes() throws Exception {
        for (int i = 0; i < 2; i++) { // the header is parsed the first time only
            String token = signed(key, claims().subject("7" + i).build());
            Jwt read = lean.decode(token);
            Jwt expected = general.decode(token);
            assertThat(read.getClaims()).isEqualTo(expected.getClaims());
            assertThat(read.getHeaders()).isEqualTo(expected.getHeaders());
            assertThat(read.getTokenValue()).isEqualTo(token);
            assertThat(read.getExpiresAt()).isEqualTo(expected.getExpiresAt());
            assertThat(read.getIssuedAt()).isEqualTo(expected.getIssuedAt());
        }
    }

    @Test
    void shouldAcceptNothingThatOurKeyHasNotSigned() throws Exception {
        String token = signed(key, claims().build());
        lean.decode(token);
        String header = token.substring(0, token.indexOf('.'));
        String signature = token.substring(token.lastIndexOf('.') + 1);
        Base64URL forged = Base64URL.encode(claims().subject("1").build().toString());

        assertLeft(header + "." + forged + "." + signature);
        assertLeft(header + "." + forged + ".");
        assertLeft(token.substring(0, token.length() - 4) + "AAAA");
        assertLeft(signed(TestKeys.second("k"), claims().build()));
        assertLeft(signed(TestKeys.second("another"), claims().build()));
    }

    @Test
    void shouldAcceptNoOtherAlgorithm() {
        String payload = Base64URL.encode(claims().build().toString()).toString();
        assertLeft(Base64URL.encode("{\"alg\":\"none\",\"kid\":\"k\"}") + "." + payload + ".");
        assertLeft(new Keys(key).signedWithPublicKeyAsSecret(claims().build()));
    }

    @Test
    void shouldLeaveAHeaderThatHasToBeUnderstood() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID(key.getKeyID())
                .criticalParams(Set.of("exp"))
                .build();
        SignedJWT token = new SignedJWT(header, claims().build());
        token.sign(new RSASSASigner(key));
        assertLeft(token.serialize());
    }

    @Test
    void shouldLeaveWhatTheValidatorRefusesAndWhatHasOtherClaims() throws Exception {
        assertLeft(signed(
                key,
                claims().expirationTime(Date.from(Instant.now().minusSeconds(60)))
                        .issueTime(Date.from(Instant.now().minusSeconds(600)))
                        .build()));
        assertLeft(signed(key, claims().issuer("somebody").build()));
        assertLeft(signed(key, claims().subject("alice").build()));
        assertLeft(signed(key, claims().expirationTime(null).build()));
        assertLeft(signed(key, claims().audience("others").build()));
        assertLeft(signed(key, claims().notBeforeTime(new Date()).build()));
        for (String garbage : new String[] {"", "a", "a.b", "a.b.c", "a.b.c.d", "..", "{}.{}.{}"}) {
            assertLeft(garbage);
        }
    }
}
