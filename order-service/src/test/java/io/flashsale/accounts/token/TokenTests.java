package io.flashsale.accounts.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.testing.TestKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

class TokenTests {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final ImmutableJWKSet<SecurityContext> keys = new ImmutableJWKSet<>(new JWKSet(TestKeys.first("k1")));

    private JwtIssuer issuer(Clock clock) {
        return new JwtIssuer(
                new NimbusJwtEncoder(keys), () -> "k1", Duration.ofHours(2), Duration.ofMinutes(30), clock);
    }

    @Test
    void shouldSayWhoTheHolderIs() throws Exception {
        SignedToken token = issuer(Clock.systemUTC()).forAccount(42, "alice", "SHOPPER");

        Jwt read = JwksJwtDecoder.from(keys, "stock-service").decode(token.value());

        assertThat(read.getSubject()).isEqualTo("42");
        assertThat(read.getAudience()).containsExactly("shop");
        assertThat(read.getClaimAsString("username")).isEqualTo("alice");
        assertThat(read.getClaimAsString("role")).isEqualTo("SHOPPER");
        assertThat(read.getExpiresAt()).isEqualTo(token.expiresAt());
        assertThat(Duration.between(read.getIssuedAt(), read.getExpiresAt())).isEqualTo(Duration.ofHours(2));
        assertThat(SignedJWT.parse(token.value()).getHeader().getKeyID()).isEqualTo("k1");
    }

    @Test
    void shouldHaveANameThatNobodyCanGuess() {
        JwtIssuer issuer = issuer(Clock.systemUTC());
        List<byte[]> ids = Stream.generate(() -> issuer.forAccount(42, "alice", "SHOPPER"))
                .limit(2)
                .map(token -> JwksJwtDecoder.from(keys, "stock-service")
                        .decode(token.value())
                        .getId())
                .map(id -> Base64.getUrlDecoder().decode(id))
                .toList();
        assertThat(ids).allSatisfy(id -> assertThat(id).hasSizeGreaterThanOrEqualTo(128 / 8));
        assertThat(ids.get(0)).isNotEqualTo(ids.get(1));
    }

    @Test
    void shouldSayWhenTheAccountWasOpened() {
        Instant opened = Instant.parse("2026-01-01T00:00:00.500Z");
        JwtIssuer issuer = issuer(Clock.systemUTC());
        String token = issuer.forAccount(42, "alice", "SHOPPER", 0, opened).value();
        Jwt read = JwksJwtDecoder.from(keys, "stock-service").decode(token);
        assertThat(read.<Long>getClaim("since")).isEqualTo(opened.getEpochSecond());
    }

    /**
     * The general decoder looks the key up for every token; see
     * {@link io.flashsale.commons.security.jwt.JwksJwtDecoder}.
     */
    @Test
    void shouldBeReadWithoutTheGeneralDecoder() {
        AtomicInteger asked = new AtomicInteger();
        JwtDecoder decoder = JwksJwtDecoder.from(
                (selector, context) -> {
                    asked.incrementAndGet();
                    return keys.get(selector, context);
                },
                "stock-service");
        JwtIssuer issuer = issuer(Clock.systemUTC());

        Stream.of(
                        issuer.forAccount(42, "alice", "SHOPPER").value(),
                        issuer.forAccount(43, "admin", "ADMIN", 7, Instant.EPOCH)
                                .value(),
                        OwnTokens.ofService(issuer),
                        OwnTokens.ofGateway(issuer))
                .forEach(decoder::decode);

        assertThat(asked).hasValue(1);
    }

    @Test
    void shouldUseAServiceTokenAgainUntilShortlyBeforeItExpires() {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        Instant[] now = {start};
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                return now[0];
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }
        };
        ServiceTokens tokens = new ServiceTokens(issuer(clock), clock);

        String first = tokens.current();
        now[0] = start.plus(ServiceTokens.TTL).minus(ServiceTokens.RENEW_BEFORE);
        assertThat(tokens.current()).isEqualTo(first);
        now[0] = now[0].plusSeconds(1);
        assertThat(tokens.current()).isNotEqualTo(first);
    }

    @Test
    void shouldMakeAKeyFileForItsOwnerOnlyAndKeepTheOneThatIsThere() throws Exception {
        Path file = directory.resolve("new/jwt.pem");

        var made = new SigningKeyFile(file).createdIfMissing().read();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(new SigningKeyFile(file).createdIfMissing().read().getPrivate())
                .isEqualTo(made.getPrivate());
        assertThat(Files.list(file.getParent())).containsExactly(file);
    }

    @Test
    void shouldSayWhatToDoAboutAMissingOrUnusableKeyFile() throws Exception {
        Path missing = directory.resolve("missing.pem");
        Path garbage = Files.writeString(directory.resolve("garbage.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n");
        Path weak = directory.resolve("weak.pem");
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        Files.writeString(weak, SigningKeyFile.pem(generator.generateKeyPair().getPrivate()));
        for (Path file : new Path[] {missing, garbage, weak}) {
            assertThatThrownBy(() -> new SigningKeyFile(file).read())
                    .isInstanceOf(MissingSettingException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("openssl genpkey");
        }
    }
}
