package io.flashsale.locklab.redis.reentrant;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reentrancy counted in the thread: a holder may enter again without a call to Redis.
 *
 * <p>Guarantees: what {@link OwnerLock} does, and that the same thread may enter again, at no cost.
 *
 * <p>Does not guarantee: that the thread's count is true. Redis does not know it: once the lease has expired, the
 * count still says "mine" while another client has the key, and the second entry succeeds unchecked.
 */
public final class ThreadLocalReentrantLock implements LockScheme {

    private static final RedisScript RELEASE = RedisScript.named("lock/release");

    private final Redis redis;
    private final Duration lease;
    private final ThreadLocal<Map<String, Integer>> entered = ThreadLocal.withInitial(HashMap::new);

    public ThreadLocalReentrantLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (entered.get().containsKey(name)) {
            return counted(name, work);
        }
        String owner = UUID.randomUUID().toString();
        if (!redis.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk()) {
            return false;
        }
        try {
            return counted(name, work);
        } finally {
            RELEASE.run(redis, List.of(name), owner);
        }
    }

    private boolean counted(String name, Work work) throws InterruptedException {
        entered.get().merge(name, 1, Integer::sum);
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            entered.get().computeIfPresent(name, (same, count) -> count == 1 ? null : count - 1);
        }
        return true;
    }
}
