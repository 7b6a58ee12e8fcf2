package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/**
 * SETNX … DEL with the DEL in a {@code finally}.
 *
 * <p>Guarantees: one holder at a time; release when the work throws.
 *
 * <p>Does not guarantee: release when the process dies in the middle. No {@code finally} runs after
 * {@code kill -9}, a crash, or a power failure. The key stays, and all clients are locked out for ever.
 */
public final class SetNxFinallyLock implements LockScheme {

    private final Redis redis;

    public SetNxFinallyLock(Redis redis) {
        this.redis = redis;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (redis.call("SETNX", name, "taken").number() == 0) {
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
