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
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

class TokenTests {

    @TempDir
    private Path directory;

    private final ImmutableJWKSet<SecurityContext> keys = new ImmutableJWKSet<>(new JWKSet(TestKeys.first("k1")));

    private JwtIssuer issuer(Clock clock) {
        return new JwtIssuer(
                new NimbusJwtEncoder(keys), () -> "k1", Duration.ofHours(2), Duration.ofMinutes(30), clock);
    }

    @Test
    void shouldSayWhoTheHolderIs() throws Exception {
        Instant opened = Instant.parse("2026-01-01T00:00:00.500Z");
        SignedToken token = issuer(Clock.systemUTC()).forAccount(42, "alice", "SHOPPER", 0, opened, true);

        Jwt read = decoded(token);

        assertThat(read.getSubject()).isEqualTo("42");
        assertThat(read.getAudience()).containsExactly("shop");
        assertThat(read.getClaimAsString("username")).isEqualTo("alice");
        assertThat(read.getClaimAsString("role")).isEqualTo("SHOPPER");
        assertThat(read.getExpiresAt()).isEqualTo(token.expiresAt());
        assertThat(Duration.between(read.getIssuedAt(), read.getExpiresAt())).isEqualTo(Duration.ofHours(2));
        assertThat(read.<Long>getClaim("since")).isEqualTo(opened.getEpochSecond());
        assertThat(SignedJWT.parse(token.value()).getHeader().getKeyID()).isEqualTo("k1");
    }

    @Test
    void shouldSayThatTheAccountHasNoPassword() {
        JwtIssuer issuer = issuer(Clock.systemUTC());
        SignedToken without = issuer.forAccount(42, "alice", "SHOPPER", 0, Instant.EPOCH, false);
        assertThat(decoded(without).getClaimAsBoolean("no_password")).isTrue();
        assertThat(decoded(issuer.forAccount(42, "alice", "SHOPPER")).hasClaim("no_password"))
                .isFalse();
    }

    private Jwt decoded(SignedToken token) {
        return JwksJwtDecoder.from(keys, "stock-service").decode(token.value());
    }

    @Test
    void shouldHaveANameThatNobodyCanGuess() {
        JwtIssuer issuer = issuer(Clock.systemUTC());
        String one = decoded(issuer.forAccount(42, "alice", "SHOPPER")).getId();
        String other = decoded(issuer.forAccount(42, "alice", "SHOPPER")).getId();
        assertThat(Base64.getUrlDecoder().decode(one)).hasSizeGreaterThanOrEqualTo(128 / 8);
        assertThat(other).isNotEqualTo(one).hasSameSizeAs(one);
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
                        issuer.forAccount(43, "admin", "ADMIN", 7, Instant.EPOCH, true)
                                .value(),
                        issuer.forAccount(44, "bob", "SHOPPER", 0, Instant.EPOCH, false)
                                .value(),
                        issuer.forService("order-service", Duration.ofMinutes(5))
                                .value(),
                        issuer.forGateway(Duration.ofMinutes(5)).value())
                .forEach(decoder::decode);

        assertThat(asked).hasValue(1);
    }

    @Test
    void shouldUseAServiceTokenAgainUntilShortlyBeforeItExpires() {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        Instant[] now = {start};
        InstantSource time = () -> now[0];
        Clock clock = time.withZone(ZoneOffset.UTC);
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
