package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * SETNX, and then EXPIRE so that the key is removed by itself.
 *
 * <p>Guarantees: one holder at a time, as long as its work is shorter than the lease; release when the work throws;
 * release when the holder dies while it works.
 *
 * <p>Does not guarantee: that there is an expiry at all. These are two commands, and a process that dies between
 * them leaves a key that stays for ever.
 */
public final class SetNxThenExpireLock implements LockScheme {

    /** The step between the two commands. */
    public static final String BETWEEN = "between-setnx-and-expire";

    private final Redis redis;
    private final Duration lease;

    public SetNxThenExpireLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (redis.call("SETNX", name, "taken").number() == 0) {
            return false;
        }
        FailPoints.hit(BETWEEN);
        redis.call("PEXPIRE", name, lease.toMillis());
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            redis.call("DEL", name);
        }
        return true;
    }
}
