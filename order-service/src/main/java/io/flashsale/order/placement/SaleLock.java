package io.flashsale.order.placement;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Lets one consumer work on a sale at a time, so that the versioned UPDATE of the stock does not collide.
 *
 * <p>What it does <em>not</em> guarantee is that: a lock in Redis is lost with Redis, and it is not waited for longer
 * than the bound. Work goes on without it then, slower, because the unique keys of MySQL decide what is sold. The lock
 * has no fixed lease; Redisson's watchdog extends it while this process lives, and 30 s after its end it is free.
 */
@Component
class SaleLock {

    private static final Logger log = LoggerFactory.getLogger(SaleLock.class);

    /** What Redis may take to answer, on top of the wait for another holder. */
    private static final Duration REDIS_ANSWERS_WITHIN = Duration.ofMillis(500);

    private final RedissonClient redis;
    private final PlacementProperties properties;
    private final PlacementMetrics metrics;
    private final AtomicLong owners = new AtomicLong();
    private final CircuitBreaker redisAnswers = CircuitBreaker.of(
            "placement-lock",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(4)
                    .minimumNumberOfCalls(2)
                    .failureRateThreshold(50)
                    .permittedNumberOfCallsInHalfOpenState(1)
                    .waitDurationInOpenState(Duration.ofSeconds(2))
                    .build());

    SaleLock(RedissonClient redis, PlacementProperties properties, PlacementMetrics metrics) {
        this.redis = redis;
        this.properties = properties;
        this.metrics = metrics;
    }

    /** To be released in {@code finally}, whether or not the lock was obtained. Releasing never fails. */
    @FunctionalInterface
    interface Hold {
        void release();
    }

    static String nameOf(long saleId) {
        return "placement:" + saleId;
    }

    /** Takes the lock, or goes without it after a bounded time. */
    Hold acquire(long saleId) {
        if (!redisAnswers.tryAcquirePermission()) {
            return withoutLock(LockOutcome.UNAVAILABLE);
        }
        long owner = owners.incrementAndGet();
        long start = System.nanoTime();
        try {
            RLock lock = redis.getLock(nameOf(saleId));
            boolean held = tryLock(lock, owner);
            redisAnswers.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            if (!held) {
                return withoutLock(LockOutcome.BUSY);
            }
            metrics.lock(LockOutcome.ACQUIRED);
            return () -> release(lock, owner);
        } catch (RuntimeException | TimeoutException | ExecutionException fault) {
            redisAnswers.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, fault);
            log.warn("no lock for sale {}, going on without: {}", saleId, fault.toString());
            return withoutLock(LockOutcome.UNAVAILABLE);
        }
    }

    private Hold withoutLock(LockOutcome why) {
        metrics.lock(why);
        return () -> {};
    }

    private boolean tryLock(RLock lock, long owner) throws TimeoutException, ExecutionException {
        long wait = properties.lockWait().toMillis();
        CompletableFuture<Boolean> attempt =
                lock.tryLockAsync(wait, -1, TimeUnit.MILLISECONDS, owner).toCompletableFuture();
        try {
            return attempt.get(wait + REDIS_ANSWERS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException tooLate) {
            // Should it be obtained after all, nobody would release it and the watchdog would keep it for ever.
            attempt.thenAccept(held -> {
                if (held) {
                    lock.unlockAsync(owner);
                }
            });
            throw tooLate;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting for the lock", stopped);
        }
    }

    private void release(RLock lock, long owner) {
        try {
            lock.unlockAsync(owner).toCompletableFuture().get(REDIS_ANSWERS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException fault) {
            // Not ours any more, or Redis does not answer; the renewal has ended with the attempt, so it expires.
            metrics.lock(LockOutcome.LOST);
            log.warn("lock {} was lost while it was held: {}", lock.getName(), fault.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
