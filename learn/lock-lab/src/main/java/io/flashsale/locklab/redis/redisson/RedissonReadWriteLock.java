package io.flashsale.locklab.redis.redisson;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import org.redisson.api.RedissonClient;

/**
 * Redisson's read-write lock: readers together, writers alone.
 *
 * <p>Guarantees: a writer is alone; readers get in while no writer is inside. Each side is reentrant, renewed by a
 * watchdog, and notified when it may retry.
 *
 * <p>Does not guarantee: that a writer ever gets in. As long as one reader is inside, others join it.
 */
public final class RedissonReadWriteLock implements ReadWriteScheme {

    private final RedissonClient redisson;

    public RedissonReadWriteLock(RedissonClient redisson) {
        this.redisson = redisson;
    }

    @Override
    public LockScheme toRead() {
        return (name, timeout, work) ->
                RedissonLock.holding(redisson.getReadWriteLock(name).readLock(), timeout, work);
    }

    @Override
    public LockScheme toWrite() {
        return (name, timeout, work) ->
                RedissonLock.holding(redisson.getReadWriteLock(name).writeLock(), timeout, work);
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
