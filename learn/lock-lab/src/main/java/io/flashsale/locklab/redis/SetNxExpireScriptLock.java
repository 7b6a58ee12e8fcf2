package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;

/**
 * SETNX and EXPIRE in one Lua script. It is the cure from before Redis 2.6.12, when SET learned NX and PX. Scripts
 * are still the way to make several commands one step.
 *
 * <p>Guarantees: what {@link SetNxThenExpireLock} does, and that no key is ever without an expiry. Redis runs the
 * script as a whole, whatever happens to the process that sent it.
 *
 * <p>Does not guarantee: what {@link SetNxExLock} does not, either.
 */
public final class SetNxExpireScriptLock implements LockScheme {

    private static final RedisScript TAKE = RedisScript.named("lock/take");

    private final Redis redis;
    private final Duration lease;

    public SetNxExpireScriptLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (TAKE.run(redis, List.of(name), "taken", lease.toMillis()).number() == 0) {
            return false;
        }
        FailPoints.hit(SetNxThenExpireLock.BETWEEN); // nothing is in between any more: the expiry is already set
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            redis.call("DEL", name);
        }
        return true;
    }
}
