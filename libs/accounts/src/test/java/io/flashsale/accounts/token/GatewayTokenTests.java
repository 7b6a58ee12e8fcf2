package io.flashsale.accounts.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.SecurityContext;
import io.flashsale.accounts.token.GatewayTokenController.Issued;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.testing.RecordedLog;
import io.flashsale.commons.testing.TestKeys;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

class GatewayTokenTests {

    private static final String SECRET = "the-secret-of-the-gateway";

    @RegisterExtension
    private final RecordedLog security = new RecordedLog(SecurityLog.NAME);

    private final ImmutableJWKSet<SecurityContext> keys = new ImmutableJWKSet<>(new JWKSet(TestKeys.first("k1")));
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/oauth2/token");

    private ResponseEntity<Issued> ask(@Nullable String known, String authorization, String grantType) {
        JwtIssuer issuer = new JwtIssuer(
                new NimbusJwtEncoder(keys), () -> "k1", Duration.ofHours(2), Duration.ofHours(1), Clock.systemUTC());
        SigningProperties properties = new SigningProperties(
                null, null, Duration.ofMinutes(10), false, Duration.ofHours(2), Duration.ofHours(1), known);
        return new GatewayTokenController(issuer, properties).issue(authorization, grantType, request);
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldBeIssuedForTheSecretAndOpenNothingButAdmission() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        ResponseEntity<Issued> answer = ask(SECRET, basic("gateway:" + SECRET), "client_credentials");
        assertThat(answer.getStatusCode().value()).isEqualTo(200);
        assertThat(answer.getHeaders().getCacheControl()).isEqualTo("no-store");
        Issued issued = Objects.requireNonNull(answer.getBody());
        assertThat(issued.tokenType()).isEqualTo("Bearer");
        Jwt token = JwksJwtDecoder.from(keys, "stock-service").decode(issued.accessToken());
        assertThat(token.getSubject()).isEqualTo("0");
        assertThat(token.getAudience()).doesNotContain("shop");
        assertThat(token.getClaimAsString("role")).isEqualTo("GATEWAY");
        assertThat(token.getExpiresAt())
                .isBetween(before.plusSeconds(issued.expiresIn()), Instant.now().plusSeconds(issued.expiresIn()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Basic",
                "Basic !",
                "Bearer the-secret-of-the-gateway",
                "Basic Z2F0ZXdheTo=", // gateway:
                "Basic Z2F0ZXdheTp0aGUtc2VjcmV0LW9mLXRoZS1nYXRld2F4", // the last letter differs
            })
    void shouldBeIssuedForNothingElse(String authorization) {
        ResponseEntity<Issued> answer = ask(SECRET, authorization, "client_credentials");
        assertThat(answer.getStatusCode().value()).isEqualTo(401);
        assertThat(answer.getHeaders().getFirst("WWW-Authenticate")).startsWith("Basic");
    }

    @Test
    void shouldBeIssuedToNobodyWhereThereIsNoSecretAndByNoOtherGrant() {
        assertThat(status(null, "gateway:", "client_credentials")).isEqualTo(401);
        assertThat(status(null, "gateway:null", "client_credentials")).isEqualTo(401);
        assertThat(status(SECRET, "gateway:" + SECRET, "password")).isEqualTo(400);
    }

    private int status(@Nullable String known, String credentials, String grantType) {
        return ask(known, basic(credentials), grantType).getStatusCode().value();
    }

    @Test
    void shouldLeaveATraceOfASecretThatIsWrong() {
        request.setRemoteAddr("192.0.2.81");
        ask(SECRET, basic("gateway:" + SECRET), "client_credentials");
        ask(SECRET, basic("gateway:guessed"), "client_credentials");
        assertThat(security.lines())
                .singleElement()
                .asString()
                .startsWith("TOKEN_REFUSED account=0 address=192.0.2.81 POST /oauth2/token")
                .doesNotContain("guessed");
    }
}
