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
 * An owner's lock whose release publishes a message for waiters. A process subscribes once for all its waiters, and
 * each message wakes one of them, by a semaphore.
 *
 * <p>Guarantees: what {@link OwnerLock} does, that it tries until the deadline, and that waiting costs next to
 * nothing. A waiter sleeps at most until the current lease expires, because a dead holder publishes nothing, and a
 * message may be lost.
 *
 * <p>Does not guarantee: order; a newcomer may be faster than the waiter that was woken. Each release wakes one
 * waiter of each process, all but one of them in vain.
 */
public final class NotifiedLock implements LockScheme {

    private static final RedisScript TAKE = RedisScript.named("lock/take-or-time-left");
    private static final RedisScript RELEASE = RedisScript.named("lock/release-and-tell");

    private static final long TAKEN = -1;

    /** The lock was taken; nobody has subscribed yet. */
    static final String SUBSCRIBES = "subscribes";

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
        FailPoints.hit(SUBSCRIBES);
        try (Waiters.Place place = waiters.joinAt(channel(name))) {
            // Tries again, as the lock may have been released before we subscribed.
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

    /** Takes the lock and returns {@link #TAKEN}; or returns the time left of its holder's lease. */
    private long millisUntilFree(String name, String owner) {
        return TAKE.run(redis, List.of(name), owner, lease.toMillis()).number();
    }

    /** The channel on which a release of this lock is published. */
    static String channel(String name) {
        return name + ":released";
    }
}
