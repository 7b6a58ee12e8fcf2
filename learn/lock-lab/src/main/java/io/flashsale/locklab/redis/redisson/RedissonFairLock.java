package io.flashsale.locklab.redis.redisson;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import org.redisson.api.RedissonClient;

/**
 * Redisson's fair lock: waiters queue in a list in Redis, and each is notified when its turn comes.
 *
 * <p>Guarantees: what {@link RedissonLock} does, and the order of arrival.
 *
 * <p>Does not guarantee: speed. A waiter that dies blocks the queue for as long as it was willing to wait.
 */
public final class RedissonFairLock implements LockScheme {

    private final RedissonClient redisson;

    public RedissonFairLock(RedissonClient redisson) {
        this.redisson = redisson;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        return RedissonLock.holding(redisson.getFairLock(name), timeout, work);
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
