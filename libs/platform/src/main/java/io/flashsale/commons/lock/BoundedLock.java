package io.flashsale.commons.lock;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one consumer at a time work on a sale, or on anything else with an id, so that versioned UPDATEs of one row do
 * not collide.
 *
 * <p>It does <em>not</em> guarantee mutual exclusion: a lock in Redis is lost with Redis, and the wait for it is
 * bounded. Work then continues without it, slower, because versions and unique keys of MySQL decide. The lock has no
 * fixed lease: Redisson's watchdog extends it while this process lives, and it is free 5 s after the process ends.
 */
public final class BoundedLock {

    private static final Logger log = LoggerFactory.getLogger(BoundedLock.class);

    /** The time Redis may take to answer, in addition to the wait for another holder. */
    private static final Duration REDIS_TIMEOUT = Duration.ofMillis(500);

    private final RedissonClient redis;
    private final String name;
    private final Duration wait;
    private final Map<LockOutcome, Counter> outcomes = new EnumMap<>(LockOutcome.class);
    private final AtomicLong owners = new AtomicLong();
    private final CircuitBreaker redisAnswers;

    /**
     * @param name prefix of the locks' names in Redis, before the id
     * @param wait how long to wait for another holder
     * @param meter counts the attempts by outcome
     */
    public BoundedLock(RedissonClient redis, String name, Duration wait, MeterRegistry meters, String meter) {
        this.redis = redis;
        this.name = name;
        this.wait = wait;
        for (LockOutcome outcome : LockOutcome.values()) {
            outcomes.put(outcome, meters.counter(meter, "outcome", outcome.name()));
        }
        this.redisAnswers = CircuitBreaker.of(
                name + "-lock",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(4)
                        .minimumNumberOfCalls(2)
                        .failureRateThreshold(50)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .waitDurationInOpenState(Duration.ofSeconds(2))
                        .build());
    }

    enum LockOutcome {
        ACQUIRED,
        /** Another holder kept it for longer than we wait. */
        BUSY,
        /** Redis does not answer. */
        UNAVAILABLE,
        /** Acquired, but lost before the release. */
        LOST
    }

    /** Must be released in {@code finally}, whether or not the lock was obtained. Releasing never fails. */
    @FunctionalInterface
    public interface Hold {
        void release();
    }

    /**
     * Acquires the lock, or continues without it after a bounded time.
     *
     * @throws IllegalStateException when the thread is interrupted while it waits. It stays interrupted, because it
     *     must stop instead of working without the lock
     */
    public Hold acquire(long id) {
        return acquire(Long.toString(id));
    }

    /** The same for other kinds of ids. */
    public Hold acquire(String id) {
        if (!redisAnswers.tryAcquirePermission()) {
            return withoutLock(LockOutcome.UNAVAILABLE);
        }
        long owner = owners.incrementAndGet();
        long start = System.nanoTime();
        try {
            RLock lock = redis.getLock(name + ":" + id);
            boolean held = tryLock(lock, owner);
            redisAnswers.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            if (!held) {
                return withoutLock(LockOutcome.BUSY);
            }
            count(LockOutcome.ACQUIRED);
            return () -> release(lock, owner);
        } catch (InterruptedException stopped) {
            redisAnswers.releasePermission(); // this says nothing about Redis
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting for the lock " + name + ":" + id, stopped);
        } catch (RuntimeException | TimeoutException | ExecutionException fault) {
            redisAnswers.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, fault);
            log.warn("no lock {}:{}, going on without: {}", name, id, fault.toString());
            return withoutLock(LockOutcome.UNAVAILABLE);
        }
    }

    private Hold withoutLock(LockOutcome why) {
        count(why);
        return () -> {};
    }

    private void count(LockOutcome outcome) {
        Objects.requireNonNull(outcomes.get(outcome)).increment();
    }

    private boolean tryLock(RLock lock, long owner) throws TimeoutException, ExecutionException, InterruptedException {
        CompletableFuture<Boolean> attempt = lock.tryLockAsync(wait.toMillis(), -1, TimeUnit.MILLISECONDS, owner)
                .toCompletableFuture();
        try {
            return attempt.get(wait.plus(REDIS_TIMEOUT).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException givenUp) {
            // If it is obtained after all, nobody would release it, and the watchdog would keep it for ever.
            attempt.thenAccept(held -> {
                if (held) {
                    lock.unlockAsync(owner);
                }
            });
            throw givenUp;
        }
    }

    private void release(RLock lock, long owner) {
        try {
            lock.unlockAsync(owner).toCompletableFuture().get(REDIS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException fault) {
            // Not ours any more, or Redis does not answer. Its renewal has ended with this attempt, so it expires.
            count(LockOutcome.LOST);
            log.warn("lock {} was lost while it was held: {}", lock.getName(), fault.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
