package io.flashsale.accounts.guessing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogInLimitTests {

    private final LogInLimit limit = new LogInLimit(new LogInProperties(10, Duration.ofHours(1)));

    @Test
    void letsSoManyInAtOnceAndThenSaysWhenToComeAgain() {
        assertThat(IntStream.range(0, 10)).allMatch(n -> limit.begin("alice") == 0);
        limit.begin("alice");
        assertThat(limit.begin("Alice")).isBetween(1L, 3_600L);
        assertThat(limit.begin("bob")).isZero();
    }

    @Test
    void countsNobodyWhoDoesNotKnowThePassword() {
        for (int i = 0; i < 100; i++) {
            assertThat(limit.begin("alice")).isZero();
            limit.refused("alice");
        }
    }
}
