package io.flashsale.client.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ShopperCrowdTests {

    @Test
    void shouldRunAllAtTheSameTimeAndReturnTheirResultsInOrder() throws Exception {
        CyclicBarrier meeting = new CyclicBarrier(3);
        List<Callable<String>> shoppers = List.of(
                () -> meeting.await() < 3 ? "first" : "",
                () -> meeting.await() < 3 ? "second" : "",
                () -> meeting.await() < 3 ? "third" : "");
        assertThat(ShopperCrowd.atOnce(3, shoppers)).containsExactly("first", "second", "third");
    }

    @Test
    void shouldHaveNoMoreActiveThanAllowed() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        List<Integer> most = ShopperCrowd.atOnce(2, Collections.<Callable<Integer>>nCopies(100, () -> {
            int now = inside.incrementAndGet();
            Thread.sleep(1);
            inside.decrementAndGet();
            return now;
        }));
        assertThat(most).hasSize(100).allMatch(now -> now <= 2);
    }

    @Test
    void shouldThrowWhatAShopperThrewOnceAllHaveEnded() {
        AtomicInteger ended = new AtomicInteger();
        Callable<Integer> orderly = ended::incrementAndGet;
        assertThatThrownBy(() -> ShopperCrowd.atOnce(1, List.of(failing(new AssertionError("oversold")), orderly)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("oversold");
        assertThat(ended).hasValue(1);
        assertThatThrownBy(() -> ShopperCrowd.atOnce(1, List.of(failing(new IOException("broken")))))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("broken");
    }

    private static Callable<Integer> failing(Throwable failure) {
        return () -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        };
    }

    @Test
    void shouldInterruptTheRestWhenClosed() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(2);
        Callable<Boolean> waiting = () -> {
            begun.countDown();
            try {
                never.await();
                return true;
            } catch (InterruptedException sentHome) {
                return false;
            }
        };
        ShopperCrowd<Boolean> crowd = ShopperCrowd.start(List.of(waiting, () -> {
            begun.countDown();
            return true;
        }));
        try (crowd) {
            begun.await();
            assertThat(crowd.awaitEnd(Duration.ofMillis(20))).isFalse();
            assertThat(crowd.isDone()).isFalse();
        }
        assertThat(crowd.isDone()).isTrue();
        assertThat(crowd.awaitEnd()).containsExactly(false, true);
    }

    @Test
    void shouldRepeatACallUntilItsResultIsFinalOrTheTimeIsOver() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Duration pause = Duration.ofMillis(1);
        assertThat(Retries.<Integer>until(n -> n == 3, Duration.ofMinutes(1), pause, calls::incrementAndGet))
                .isEqualTo(3);
        assertThat(Retries.<Integer>until(n -> n == 0, Duration.ofMillis(5), pause, calls::incrementAndGet))
                .isGreaterThanOrEqualTo(4);
    }
}
