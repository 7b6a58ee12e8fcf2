package io.flashsale.locklab.redis.redisson;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * Redisson's {@code RLock}, ready-made: a hash that counts entries, a watchdog, publish and subscribe for waiters.
 *
 * <p>Guarantees: what {@link HashReentrantLock}, {@link WatchdogLock} and {@link NotifiedLock} do together.
 *
 * <p>Does not guarantee: exclusion while the holder is paused, like any lock with a lease; order of arrival;
 * survival of a fail-over to a replica that lags.
 */
public final class RedissonLock implements LockScheme {

    private final RedissonClient redisson;

    public RedissonLock(RedissonClient redisson) {
        this.redisson = redisson;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        return holding(redisson.getLock(name), timeout, work);
    }

    /** Does the work while holding a Redisson lock of any kind; returns what {@link #whileHolding} does. */
    public static boolean holding(RLock lock, Duration timeout, Work work) throws InterruptedException {
        if (!lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            lock.unlock();
        }
        return true;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
