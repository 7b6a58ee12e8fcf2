package io.flashsale.locklab.redis;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * Redisson's fair lock: waiters stand in a list in Redis, and each is told when it is its turn.
 *
 * <p>Guarantees: what {@link RedissonLock} does, and the order of arrival.
 *
 * <p>Does not guarantee: speed. A waiter that dies holds up the queue until its place expires, five seconds by default.
 */
public final class RedissonFairLock implements LockScheme {

    private final RedissonClient redisson;

    public RedissonFairLock(RedissonClient redisson) {
        this.redisson = redisson;
    }

    @Override
    public boolean whileHolding(String name, Duration patience, Work work) throws InterruptedException {
        RLock lock = redisson.getFairLock(name);
        if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
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
