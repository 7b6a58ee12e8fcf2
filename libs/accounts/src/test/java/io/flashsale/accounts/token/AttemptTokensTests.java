package io.flashsale.accounts.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.TestKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptTokensTests {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    @Test
    void shouldReadAnAttemptForTenMinutes() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jwt.pem"),
                SigningKeyFile.pem(TestKeys.first("").toPrivateKey()));
        SigningKeys keys = new SigningKeys(
                new SigningKeyFile(file), null, Duration.ofMinutes(10), Duration.ofHours(2), () -> START);
        String attempt = at(keys, Duration.ZERO).sign(Map.of("then", "/orders"));

        assertThat(at(keys, AttemptTokens.TTL.minusSeconds(1)).read(attempt))
                .hasValueSatisfying(
                        read -> assertThat(read.getClaimAsString("then")).isEqualTo("/orders"));
        assertThat(at(keys, AttemptTokens.TTL.plusSeconds(1)).read(attempt)).isEmpty();
    }

    private static AttemptTokens at(SigningKeys keys, Duration later) {
        return new AttemptTokens(keys, Clock.fixed(START.plus(later), ZoneOffset.UTC));
    }
}
