package io.flashsale.locklab.redis.redisson;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * Redisson's {@code RLock} with a lease that we set: the same lock without a watchdog.
 *
 * <p>Guarantees: what {@link RedissonLock} does for work that is shorter than the lease. The lock is free when the
 * lease has expired, even if its holder hangs.
 *
 * <p>Does not guarantee: one holder if the work takes longer. Setting a lease switches the watchdog off.
 */
public final class RedissonLeaseLock implements LockScheme {

    private final RedissonClient redisson;
    private final Duration lease;

    public RedissonLeaseLock(RedissonClient redisson, Duration lease) {
        this.redisson = redisson;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        RLock lock = redisson.getLock(name);
        if (!lock.tryLock(timeout.toMillis(), lease.toMillis(), TimeUnit.MILLISECONDS)) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            if (lock.isHeldByCurrentThread()) { // unlock() throws if the lease has expired
                lock.unlock();
            }
        }
        return true;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
