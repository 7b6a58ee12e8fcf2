package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * The usual first lock on Redis: SETNX acquires it, DEL releases it.
 *
 * <p>Guarantees: only one of all processes is inside, because Redis runs one command after the other, and SETNX
 * sets a key only if it does not exist.
 *
 * <p>Does not guarantee: that the lock is ever released. If the work throws, DEL is not reached. The key stays, and
 * all clients are locked out for ever.
 */
public final class SetNxLock implements LockScheme {

    private final Redis redis;

    public SetNxLock(Redis redis) {
        this.redis = redis;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (redis.call("SETNX", name, "taken").number() == 0) {
            return false;
        }
        work.run(Work.NO_TOKEN);
        redis.call("DEL", name);
        return true;
    }
}
