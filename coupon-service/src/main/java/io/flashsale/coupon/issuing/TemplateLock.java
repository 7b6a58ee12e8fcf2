package io.flashsale.coupon.issuing;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Lets one consumer work on a template at a time, so that the versioned UPDATE of its row does not collide.
 *
 * <p>It is for speed and guarantees nothing: a lock in Redis is lost with Redis, and is not waited for longer than a
 * bound. Work goes on without it then, because versions and unique keys in MySQL decide. There is no fixed lease:
 * Redisson's watchdog extends it while this process lives, and 30 s after its end it is free.
 */
@Component
class TemplateLock {

    private static final Logger log = LoggerFactory.getLogger(TemplateLock.class);
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final RedissonClient redis;
    private final MeterRegistry meters;

    TemplateLock(RedissonClient redis, MeterRegistry meters) {
        this.redis = redis;
        this.meters = meters;
    }

    /** To be released in {@code finally}, whether or not the lock was obtained. Releasing never fails. */
    @FunctionalInterface
    interface Hold {
        void release();
    }

    /** Takes the lock, or goes without it after a bounded time. */
    Hold acquire(long templateId) {
        RLock lock = redis.getLock("issuing:" + templateId);
        try {
            if (lock.tryLock(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                count("acquired");
                return () -> release(lock);
            }
            count("busy");
        } catch (RedisException unreachable) {
            count("unavailable");
            log.warn("no lock for coupon {}, going on without: {}", templateId, unreachable.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting for the lock", stopped);
        }
        return () -> {};
    }

    private void release(RLock lock) {
        try {
            lock.unlock();
        } catch (RedisException | IllegalMonitorStateException lost) {
            count("lost");
            log.warn("lock {} was lost while it was held: {}", lock.getName(), lost.toString());
        }
    }

    private void count(String outcome) {
        meters.counter("flashsale.issuing.lock", "outcome", outcome).increment();
    }
}
