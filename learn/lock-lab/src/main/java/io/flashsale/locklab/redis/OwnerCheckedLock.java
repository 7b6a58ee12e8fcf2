package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;

/**
 * The key holds its owner's name. The owner checks that the name is still theirs before deleting the key.
 *
 * <p>Guarantees: what {@link SetNxExLock} does, and that a holder whose lease has expired leaves the next holder's
 * lock alone.
 *
 * <p>Does not guarantee: that the lock is still theirs when they delete it. GET and DEL are two commands; if the
 * lease expires between them, the DEL removes the next holder's lock.
 */
public final class OwnerCheckedLock implements LockScheme {

    /** The step between checking and deleting. */
    public static final String BETWEEN = "between-compare-and-delete";

    private final Redis redis;
    private final Duration lease;

    public OwnerCheckedLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        if (!redis.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk()) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            RedisReply present = redis.call("GET", name);
            if (!present.isNothing() && present.text().equals(owner)) {
                FailPoints.hit(BETWEEN);
                redis.call("DEL", name);
            }
        }
        return true;
    }
}
