package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * The first lock on Redis that everybody writes: SETNX to take it, DEL to give it back.
 *
 * <p>Guarantees: of all processes only one is inside, because Redis carries out one command after the other, and SETNX
 * sets a key only if there is none.
 *
 * <p>Does not guarantee: that the lock is ever given back. If the work throws, DEL is not reached; the key stays, and
 * everybody is locked out for ever.
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
