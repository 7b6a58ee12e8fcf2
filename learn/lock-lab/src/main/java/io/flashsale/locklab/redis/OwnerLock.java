package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The owner's name is the value of the key; one Lua script compares and deletes it. The Redis documentation
 * describes this lock for a single server
 * (https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/).
 *
 * <p>Guarantees: one holder at a time, as long as its work is shorter than the lease; release in every case; no
 * client releases another's lock.
 *
 * <p>Does not guarantee: one holder if the work outlives the lease. It does not wait, and it is not reentrant: in
 * both cases the client finds the key taken.
 */
public final class OwnerLock implements LockScheme {

    private static final RedisScript RELEASE = RedisScript.named("lock/release");

    private final Redis redis;
    private final Duration lease;

    public OwnerLock(Redis redis, Duration lease) {
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
            FailPoints.hit(OwnerCheckedLock.BETWEEN); // nothing has been compared yet: the script does both
            RELEASE.run(redis, List.of(name), owner);
        }
        return true;
    }
}
