package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelTasksTests {

    private final CountDownLatch waiting = new CountDownLatch(1);

    private void waitForOthersInVain() {
        waiting.countDown();
        Pause.until(() -> false, Duration.ofHours(1), 10);
    }

    private void fail() {
        awaitWaiting();
        throw new ServerFailedException("it ended");
    }

    private void awaitWaiting() {
        try {
            waiting.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFailureEndsTheWaitOfTheOthersAndIsTheOnlyOneThrown() {
        assertThatThrownBy(() -> ParallelTasks.run(List.of(this::waitForOthersInVain, this::fail)))
                .isInstanceOf(ServerFailedException.class)
                .hasMessage("it ended")
                .hasNoSuppressedExceptions();
    }

    @Test
    void aFailureEndsAlsoTheWaitOfTasksWithTasksOfTheirOwn() {
        Runnable nested = () -> ParallelTasks.run(List.of(this::waitForOthersInVain));
        assertThatThrownBy(() -> ParallelTasks.run(List.of(nested, this::fail)))
                .hasMessage("it ended")
                .hasNoSuppressedExceptions();
    }

    @Test
    void allAreDoneWithoutAFailure() {
        AtomicInteger done = new AtomicInteger();
        ParallelTasks.forEach(List.of(1, 2, 3), done::addAndGet);
        assertThat(done).hasValue(6);
    }
}
