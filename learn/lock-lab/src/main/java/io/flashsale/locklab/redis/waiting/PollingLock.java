package io.flashsale.locklab.redis.waiting;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An owner's lock that waits by polling until the lock is free or the timeout is over.
 *
 * <p>Guarantees: what {@link OwnerLock} does, and that it tries until the deadline.
 *
 * <p>Does not guarantee: order, so a client may starve. Nor is it cheap: each waiter polls about sixty times a
 * second, mostly in vain. A longer pause means fewer commands, and a released lock that stays free for longer.
 */
public final class PollingLock implements LockScheme {

    private static final RedisScript RELEASE = RedisScript.named("lock/release");
    private static final int MIN_PAUSE_MILLIS = 10;
    private static final int MAX_PAUSE_MILLIS = 20;

    private final Redis redis;
    private final Duration lease;

    public PollingLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!redis.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            FailPoints.hit(FailPoints.RETRIED);
            // Not the same pause for all, or they would all come at the same time, each time.
            Thread.sleep(ThreadLocalRandom.current().nextInt(MIN_PAUSE_MILLIS, MAX_PAUSE_MILLIS));
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            RELEASE.run(redis, List.of(name), owner);
        }
        return true;
    }
}
