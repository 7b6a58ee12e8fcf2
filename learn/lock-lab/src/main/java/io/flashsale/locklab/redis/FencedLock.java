package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * An owner's lock that issues a fencing token: a number that grows with each holder. The resource compares it with
 * the highest token it has seen (https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html).
 *
 * <p>Guarantees: a later holder has a higher token. With a resource that refuses lower tokens, a holder that
 * resumes too late does no harm, however long it was paused.
 *
 * <p>Does not guarantee: one holder at a time; the lock is lost as easily as before. It guarantees nothing without
 * the resource's check. It guarantees nothing if Redis loses the counter, for instance in a fail-over to a replica
 * that lags.
 */
public final class FencedLock implements LockScheme {

    private static final RedisScript TAKE = RedisScript.named("lock/take-fenced");
    private static final RedisScript RELEASE = RedisScript.named("lock/release");

    private final Redis redis;
    private final Duration lease;

    public FencedLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        RedisReply token = TAKE.run(redis, List.of(name, name + ":tokens"), owner, lease.toMillis());
        if (token.isNothing()) {
            return false;
        }
        try {
            work.run(token.number());
        } finally {
            RELEASE.run(redis, List.of(name), owner);
        }
        return true;
    }
}
