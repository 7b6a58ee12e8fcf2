package io.flashsale.accounts.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.testing.TestKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

class SigningKeysTests {

    private static final Duration AHEAD = Duration.ofMinutes(10);
    private static final Duration MAX_TTL = Duration.ofHours(2);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final RSAKey SECOND = TestKeys.second("");
    private static final RSAKey THIRD = TestKeys.third("");

    @TempDir
    private Path directory;

    private Instant now = START;

    private SigningKeys keys() throws Exception {
        Path first = Files.createDirectories(directory.resolve("first")).resolve("jwt.pem");
        Files.writeString(first, SigningKeyFile.pem(TestKeys.first("").toPrivateKey()));
        return new SigningKeys(new SigningKeyFile(first), directory, AHEAD, MAX_TTL, () -> now);
    }

    private SigningKeys keysIn(Path only) {
        return new SigningKeys(null, only, AHEAD, MAX_TTL, () -> now);
    }

    private static void assertRefused(ThrowingCallable start, String advice) {
        assertThatThrownBy(start).isInstanceOf(MissingSettingException.class).hasMessageContaining(advice);
    }

    private Path add(Instant madeAt, RSAKey key) throws Exception {
        Path file = directory.resolve(SigningKeys.NAME.format(madeAt.atOffset(ZoneOffset.UTC)) + ".pem");
        return Files.writeString(file, SigningKeyFile.pem(key.toPrivateKey()));
    }

    @Test
    void shouldPublishAKeyBeforeItSignsAndKeepTheOldOneUntilItsLastTokenHasExpired() throws Exception {
        SigningKeys keys = keys();
        RSAKey old = keys.signer();
        add(START, SECOND);
        assertThat(keys.published()).containsExactly(old);

        keys.refresh();
        assertThat(keys.published()).hasSize(2).startsWith(old);
        RSAKey fresh = keys.published().getLast();
        assertThat(keys.signer()).isEqualTo(old);

        now = START.plus(AHEAD).minusMillis(1);
        assertThat(keys.signer()).isEqualTo(old);
        now = START.plus(AHEAD);
        assertThat(keys.signer()).isEqualTo(fresh);
        assertThat(keys.published()).containsExactly(old, fresh);

        now = START.plus(AHEAD).plus(MAX_TTL);
        assertThat(keys.published()).containsExactly(old, fresh);
        now = now.plusMillis(1);
        assertThat(keys.published()).containsExactly(fresh);
    }

    @Test
    void shouldMakeTheAnswerOnceAndAnewWhenTheKeysHaveChanged() throws Exception {
        SigningKeys keys = keys();
        JwksController controller = new JwksController(keys);
        assertThat(controller.keys()).isSameAs(controller.keys());
        add(START, SECOND);
        keys.refresh();
        assertThat(controller.keys().getBody()).isEqualTo(new JWKSet(List.copyOf(keys.published())).toJSONObject(true));
    }

    @Test
    void shouldAgreeWithAnInstanceThatHasStartedLater() throws Exception {
        SigningKeys early = keys();
        List<Path> added = List.of(add(START, SECOND), add(START.plusSeconds(3600), THIRD));
        early.refresh();
        for (Duration later : List.of(Duration.ZERO, AHEAD, Duration.ofMinutes(70), Duration.ofHours(9))) {
            now = START.plus(later);
            SigningKeys late = keys();
            assertThat(late.signer()).as("after %s", later).isEqualTo(early.signer());
            assertThat(late.published()).isEqualTo(early.published());
        }
        assertThat(added).allMatch(Files::exists);
    }

    @Test
    void shouldForgetAKeyWhoseFileWasTakenAway() throws Exception {
        SigningKeys keys = keys();
        RSAKey old = keys.signer();
        Path stolen = add(START.minus(Duration.ofDays(1)), SECOND);
        keys.refresh();
        assertThat(keys.signer()).isNotEqualTo(old);
        Files.delete(stolen);
        keys.refresh();
        assertThat(keys.signer()).isEqualTo(old);
        assertThat(keys.published()).containsExactly(old);
    }

    /** After a restore, MySQL does not know any more which sessions have ended: docs/restore.md. */
    @Test
    void shouldSignAtOnceWithTheOnlyKeyAndLetNoOlderTokenIn() throws Exception {
        Path stale = add(START, SECOND);
        SigningKeys keys = keysIn(directory);
        JwtIssuer issuer = new JwtIssuer(
                new NimbusJwtEncoder(keys), () -> keys.signer().getKeyID(), MAX_TTL, MAX_TTL, Clock.systemUTC());
        String ended = issuer.forAccount(7, "alice", "SHOPPER").value();

        Files.delete(stale);
        add(START.plusSeconds(1), THIRD);
        keys.refresh();

        JwtDecoder decoder = JwksJwtDecoder.from(keys, "gateway");
        String fresh = issuer.forAccount(7, "alice", "SHOPPER").value();
        assertThat(decoder.decode(fresh).getSubject()).isEqualTo("7");
        assertThatThrownBy(() -> decoder.decode(ended)).isInstanceOf(JwtException.class);
    }

    @Test
    void shouldGoOnWithWhatItHasWhileAFileIsBeingWritten() throws Exception {
        SigningKeys keys = keys();
        RSAKey old = keys.signer();
        Path half = Files.writeString(directory.resolve("20251231T000000Z.pem"), "-----BEGIN PRIVATE KEY-----\nMII");
        keys.refresh();
        assertThat(keys.signer()).isEqualTo(old);
        Files.writeString(half, SigningKeyFile.pem(SECOND.toPrivateKey()));
        keys.refresh();
        assertThat(keys.signer()).isNotEqualTo(old);
    }

    @Test
    void shouldSayWhatToDoAboutAKeyWithoutATimeAndAboutNoKeyAtAll() throws Exception {
        assertRefused(() -> keysIn(directory), "flashsale.jwt.key-file");
        Files.writeString(directory.resolve("new.pem"), SigningKeyFile.pem(SECOND.toPrivateKey()));
        assertRefused(() -> keysIn(directory), "date -u");
        assertRefused(() -> keysIn(directory.resolve("none")), "flashsale.jwt.key-directory");
    }
}
