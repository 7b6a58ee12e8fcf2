package io.flashsale.locklab.redis;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * Redisson's read-write lock: readers together, writers alone.
 *
 * <p>Guarantees: a writer is alone; readers are let in while no writer is inside; each side is reentrant, kept by a
 * watchdog, and told when it may try again.
 *
 * <p>Does not guarantee: that a writer ever comes in. As long as one reader is inside, others join it.
 */
public final class RedissonReadWriteLock implements ReadWriteScheme {

    private final RedissonClient redisson;

    public RedissonReadWriteLock(RedissonClient redisson) {
        this.redisson = redisson;
    }

    @Override
    public LockScheme toRead() {
        return (name, patience, work) -> holding(redisson.getReadWriteLock(name).readLock(), patience, work);
    }

    @Override
    public LockScheme toWrite() {
        return (name, patience, work) -> holding(redisson.getReadWriteLock(name).writeLock(), patience, work);
    }

    private static boolean holding(RLock lock, Duration patience, Work work) throws InterruptedException {
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
