package io.flashsale.commons.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedTaskTests {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final AtomicInteger rounds = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnAfterAFailureOfAnyKind(boolean error) {
        RepeatedTask task = new RepeatedTask("test", Duration.ofMillis(5), () -> {
            if (rounds.incrementAndGet() < 3) {
                if (error) {
                    throw new AssertionError("on purpose");
                }
                throw new IllegalStateException("on purpose");
            }
        });
        task.start();
        await().atMost(LONG).untilAtomic(rounds, org.hamcrest.Matchers.greaterThan(5));
        task.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "500, 500, 1000",
        "500, 4000, 5000", // doubled it would exceed 5 s
        "500, 5000, 5000",
        "2000, 4000, 5000",
        "5000, 5000, 5000",
        "10000, 10000, 10000", // never sooner than without a failure
        "60000, 60000, 60000"
    })
    void shouldPauseAfterAFailureForFiveSecondsAtMostOrForTheInterval(long interval, long pause, long next) {
        assertThat(RepeatedTask.afterFailure(Duration.ofMillis(pause), Duration.ofMillis(interval)))
                .isEqualTo(Duration.ofMillis(next));
    }

    @Test
    void shouldBeginARoundAtOnceWhenWoken() {
        RepeatedTask task = new RepeatedTask("test", Duration.ofHours(1), rounds::incrementAndGet);
        task.start();
        await().atMost(LONG).untilAtomic(rounds, org.hamcrest.Matchers.is(1));
        task.wake();
        await().atMost(LONG).untilAtomic(rounds, org.hamcrest.Matchers.is(2));
        task.stop();
    }

    @Test
    void shouldWaitForOneIntervalFirstWhenToldSo() {
        RepeatedTask task = new RepeatedTask("test", Duration.ofHours(1), rounds::incrementAndGet).afterOneInterval();
        task.start();
        await().atMost(LONG).during(Duration.ofMillis(100)).untilAtomic(rounds, org.hamcrest.Matchers.is(0));
        task.wake();
        await().atMost(LONG).untilAtomic(rounds, org.hamcrest.Matchers.is(1));
        task.stop();
    }

    @Test
    void shouldFinishTheRoundInHandWhenStopped() throws Exception {
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean finished = new AtomicBoolean();
        RepeatedTask task = new RepeatedTask("test", Duration.ofHours(1), () -> {
            inHand.countDown();
            try {
                goOn.await();
                finished.set(true);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        task.start();
        inHand.await();
        Thread stopping = Thread.startVirtualThread(task::stop);
        assertThat(stopping.join(Duration.ofMillis(200))).isFalse();
        goOn.countDown();
        assertThat(stopping.join(LONG)).isTrue();
        assertThat(finished).isTrue();
    }
}
