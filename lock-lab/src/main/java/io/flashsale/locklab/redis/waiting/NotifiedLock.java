package io.flashsale.locklab.redis.waiting;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * An owner's lock that waits to be told: whoever releases it publishes a message. A process subscribes once for all its
 * waiters, and each message wakes one of them, by a semaphore.
 *
 * <p>Guarantees: what {@link OwnerLock} does, that it tries until the deadline, and that waiting costs next to nothing.
 * No waiter sleeps longer than the lease that it was told is left: a holder that dies publishes nothing, and a message
 * may be lost.
 *
 * <p>Does not guarantee: order; a newcomer may be faster than whoever was woken. One waiter of each process is woken by
 * each release, and all but one of them in vain.
 */
public final class NotifiedLock implements LockScheme {

    private static final RedisScript TAKE = RedisScript.named("lock/take-or-time-left");
    private static final RedisScript RELEASE = RedisScript.named("lock/release-and-tell");

    private static final long TAKEN = -1;

    private final Redis redis;
    private final Duration lease;
    private final Waiters waiters;

    public NotifiedLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
        this.waiters = new Waiters(redis);
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        if (!take(name, owner, timeout)) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            RELEASE.run(redis, List.of(name), owner, channel(name));
        }
        return true;
    }

    private boolean take(String name, String owner, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        if (millisUntilFree(name, owner) == TAKEN) {
            return true;
        }
        try (Waiters.Place place = waiters.joinAt(channel(name))) {
            // Once more, as the lock may have been freed before we listened.
            for (long millis = millisUntilFree(name, owner); millis != TAKEN; millis = millisUntilFree(name, owner)) {
                long nanosLeft = deadline - System.nanoTime();
                if (nanosLeft <= 0) {
                    return false;
                }
                place.await(Math.min(nanosLeft, TimeUnit.MILLISECONDS.toNanos(millis)));
                FailPoints.hit(FailPoints.RETRIED);
            }
            return true;
        }
    }

    /** Takes the lock, which is {@link #TAKEN}; or says how long its holder's lease lasts. */
    private long millisUntilFree(String name, String owner) {
        return TAKE.run(redis, List.of(name), owner, lease.toMillis()).number();
    }

    private static String channel(String name) {
        return name + ":released";
    }
}
