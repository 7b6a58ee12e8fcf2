package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * SET with NX and PX: taken and given an expiry by one command.
 *
 * <p>Guarantees: one holder at a time, as long as its work is shorter than the lease; and release whatever happens, at
 * the latest when the lease is over.
 *
 * <p>Does not guarantee: that the holder still holds it. Work that outlives the lease goes on while the next one comes
 * in: two holders. And when the first is done it deletes the key, which is the second one's by now: three holders.
 */
public final class SetNxExLock implements LockScheme {

    private final Redis redis;
    private final Duration lease;

    public SetNxExLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (!redis.call("SET", name, "taken", "NX", "PX", lease.toMillis()).isOk()) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            redis.call("DEL", name);
        }
        return true;
    }
}
