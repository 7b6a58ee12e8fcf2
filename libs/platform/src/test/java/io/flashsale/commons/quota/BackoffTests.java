package io.flashsale.commons.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTests {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
    private final Backoff<String> backoff =
            new Backoff<>(3, Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(60), 1_000, now::get);

    private void begin(String key, int times) {
        for (int i = 0; i < times; i++) {
            backoff.begin(key);
        }
    }

    private void pass(int seconds) {
        now.updateAndGet(time -> time.plusSeconds(seconds));
    }

    @Test
    void letsSoManyBeginAndThenMakesThemWaitTwiceAsLongEachTime() {
        for (int i = 0; i < 3; i++) {
            assertThat(backoff.begin("admin")).isZero();
        }
        for (int wait : new int[] {2, 4, 8, 10, 10}) {
            assertThat(backoff.begin("admin")).isZero();
            assertThat(backoff.begin("admin")).isEqualTo(wait);
            assertThat(backoff.waitFor("admin")).isEqualTo(wait);
            pass(wait);
        }
        assertThat(backoff.begin("somebody else")).isZero();
    }

    @Test
    void countsAnAttemptWhenItBeginsSoThatManyAtOnceGainNothing() {
        long begun = IntStream.range(0, 100)
                .parallel()
                .filter(n -> backoff.begin("admin") == 0)
                .count();
        assertThat(begun).isEqualTo(4);
    }

    @Test
    void doesNotMakeThemWaitLongerForAskingInTheMeantime() {
        begin("admin", 4);
        for (int i = 0; i < 50; i++) {
            assertThat(backoff.begin("admin")).isEqualTo(2);
        }
    }

    @Test
    void forgetsWhoSucceeds() {
        begin("alice", 4);
        backoff.succeeded("alice");
        assertThat(backoff.waitFor("alice")).isZero();
        assertThat(backoff.begin("alice")).isZero();
    }

    @Test
    void takesBackWhatWasNoAttempt() {
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.begin("alice")).isZero();
            backoff.takeBack("alice");
        }
        begin("alice", 4);
        backoff.takeBack("alice");
        assertThat(backoff.waitFor("alice")).isZero();
        backoff.begin("alice");
        assertThat(backoff.waitFor("alice")).as("the others count").isEqualTo(2);
    }

    @Test
    void forgivesWhoFailsNowAndThen() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.begin("an office")).isZero();
            assertThat(backoff.waitFor("an office")).isZero();
            pass(60);
        }
    }
}
