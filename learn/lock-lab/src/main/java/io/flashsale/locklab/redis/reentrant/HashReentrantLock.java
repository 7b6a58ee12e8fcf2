package io.flashsale.locklab.redis.reentrant;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Reentrancy counted in Redis. The lock is a hash with one field, named after the client and its thread; its value
 * counts the thread's entries. Redisson keeps its locks in the same form.
 *
 * <p>Guarantees: what {@link OwnerLock} does, and that the same thread may enter again, as often as it leaves
 * again. Each entry calls Redis, renews the lease, and is refused once another client has the lock.
 *
 * <p>Does not guarantee: one holder if the work outlives the lease, as there is no watchdog here. Nor does it wait.
 */
public final class HashReentrantLock implements LockScheme {

    private static final RedisScript ENTER = RedisScript.named("lock/enter");
    private static final RedisScript LEAVE = RedisScript.named("lock/leave");

    private final Redis redis;
    private final Duration lease;
    private final String client = UUID.randomUUID().toString();

    public HashReentrantLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = client + ":" + Thread.currentThread().threadId();
        if (ENTER.run(redis, List.of(name), owner, lease.toMillis()).number() == 0) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            LEAVE.run(redis, List.of(name), owner, lease.toMillis());
        }
        return true;
    }
}
