package io.flashsale.accounts.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.SignedJWT;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.security.jwt.JwtProperties;
import io.flashsale.order.OrderServiceFixture;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Rotates the key of two running instances while shoppers hold tokens of the old one. */
class KeyRotationIT extends OrderServiceFixture {

    private static final Duration AHEAD = Duration.ofHours(1);
    private static final String KEYS = "/.well-known/jwks.json";

    @TempDir
    private Path directory;

    private List<ConfigurableApplicationContext> instances = List.of();

    @BeforeEach
    void startTwo() {
        Map<String, String> settings = Map.of(
                "flashsale.jwt.key-directory",
                directory.toString(),
                "flashsale.jwt.publish-before-signing",
                AHEAD.toSeconds() + "s");
        instances = List.of(startInstance(settings), startInstance(settings));
    }

    @AfterEach
    void stopThem() {
        instances.forEach(ConfigurableApplicationContext::close);
    }

    private List<String> published(ConfigurableApplicationContext instance) {
        return callAt(portOf(instance), "GET", KEYS, "", null).body().findValuesAsString("kid");
    }

    private static String tokenOf(ConfigurableApplicationContext instance) {
        return instance.getBean(JwtIssuer.class)
                .forAccount(7, "alice", "SHOPPER")
                .value();
    }

    private static String keyOf(String token) throws Exception {
        return SignedJWT.parse(token).getHeader().getKeyID();
    }

    private static String nameAt(Instant made) {
        return SigningKeys.NAME.format(made.atOffset(ZoneOffset.UTC)) + ".pem";
    }

    /**
     * Asks again while the keys cannot be fetched, because no instance answers in a second. Rests for longer than the
     * limit on fetching them demands: at the limit, a token of a new key would be refused.
     */
    private static void requireAccepted(JwtDecoder gateway, String token) {
        await().pollInterval(Duration.ofSeconds(3))
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsMatching(fault -> !(fault instanceof BadJwtException))
                .until(() -> gateway.decode(token).getSubject(), "7"::equals);
    }

    @Test
    @Tag("long")
    void shouldTakeOverWithoutAnybodyHavingToLogInAgain() throws Exception {
        JwtDecoder gateway = JwksJwtDecoder.of(
                new JwtProperties(instances.stream()
                        .map(instance -> URI.create("http://127.0.0.1:" + portOf(instance) + KEYS))
                        .toList()),
                "gateway");
        String before = tokenOf(instances.getFirst());
        String old = keyOf(before);
        requireAccepted(gateway, before);

        Instant now = Instant.now();
        Path made = directory.resolve(nameAt(now));
        new SigningKeyFile(made).createdIfMissing();

        for (ConfigurableApplicationContext instance : instances) {
            await().until(() -> published(instance).size() == 2);
            assertThat(keyOf(tokenOf(instance)))
                    .as("published, and not yet in use")
                    .isEqualTo(old);
        }
        Files.move(made, directory.resolve(nameAt(now.minus(AHEAD)))); // as if it had been created that much earlier
        for (ConfigurableApplicationContext instance : instances) {
            await().until(() -> !keyOf(tokenOf(instance)).equals(old));
            await().untilAsserted(() -> assertThat(published(instance)).contains(old, keyOf(tokenOf(instance))));
        }
        for (ConfigurableApplicationContext signedBy : instances) {
            String after = tokenOf(signedBy);
            for (String token : List.of(before, after)) {
                requireAccepted(gateway, token);
                for (ConfigurableApplicationContext asked : instances) {
                    assertStatus(callAt(portOf(asked), "GET", "/api/orders", token, null), 200);
                }
            }
        }
    }
}
