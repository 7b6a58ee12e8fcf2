package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PacedBodyTests {

    @Test
    void comesWholeAndNoFasterThanItMay() throws IOException {
        byte[] sent = new byte[100_000];
        new Random(1).nextBytes(sent);
        long begin = System.nanoTime();
        try (PacedBody body = new PacedBody(new ByteArrayInputStream(sent), 200_000)) {
            assertThat(body.readNBytes(50_000)).isEqualTo(java.util.Arrays.copyOf(sent, 50_000));
            assertThat(body.read()).isEqualTo(sent[50_000] & 0xFF);
            assertThat(body.readAllBytes()).hasSize(49_999);
            assertThat(body.read()).isEqualTo(-1);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(400));
    }
}
