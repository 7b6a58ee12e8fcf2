package io.flashsale.commons.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.commons.lock.BoundedLock.LockOutcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.misc.CompletableFutureWrapper;

/** The outcome of an attempt whose thread is interrupted. The ITs of the lock's users test that it excludes. */
class BoundedLockTests {

    private final RedissonClient redis = mock(RedissonClient.class);
    private final RLock lock = mock(RLock.class);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private final BoundedLock locks = new BoundedLock(redis, "test", Duration.ofSeconds(30), meters, "test.lock");

    @BeforeEach
    void connect() {
        when(redis.getLock(anyString())).thenReturn(lock);
        when(lock.tryLockAsync(anyLong(), anyLong(), any(), anyLong()))
                .thenReturn(new CompletableFutureWrapper<>(answer));
        when(lock.unlockAsync(anyLong())).thenReturn(new CompletableFutureWrapper<>((Void) null));
    }

    @Test
    void shouldNotTakeAnInterruptForAFaultOfRedis() {
        for (int i = 0; i < 10; i++) {
            interruptedAttempt();
        }
        assertThat(count(LockOutcome.UNAVAILABLE)).isZero();
        answer.complete(true);
        locks.acquire(42).release();
        assertThat(count(LockOutcome.ACQUIRED)).isOne();
    }

    @Test
    void shouldReleaseALockThatItObtainsAfterTheInterrupt() {
        interruptedAttempt();
        verify(lock, never()).unlockAsync(anyLong());
        answer.complete(true);
        verify(lock).unlockAsync(anyLong());
    }

    private void interruptedAttempt() {
        Thread.currentThread().interrupt();
        assertThatIllegalStateException()
                .isThrownBy(() -> locks.acquire(42))
                .withCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private double count(LockOutcome outcome) {
        return meters.counter("test.lock", "outcome", outcome.name()).count();
    }
}
