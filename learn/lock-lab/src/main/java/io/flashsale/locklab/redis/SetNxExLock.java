package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * SET with NX and PX: one command takes the lock and sets its expiry.
 *
 * <p>Guarantees: one holder at a time, as long as its work is shorter than the lease; release in every case, at the
 * latest when the lease expires.
 *
 * <p>Does not guarantee: that the holder still holds it. If the work outlives the lease, the next client gets in:
 * two holders. When the first is done, it deletes the key, which is now the second's: three holders.
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
