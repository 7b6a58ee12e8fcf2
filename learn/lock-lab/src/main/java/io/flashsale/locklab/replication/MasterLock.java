package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisErrorException;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * A lock on the current master; only its owner releases it.
 *
 * <p>Guarantees: what the same lock on a single server does, as long as that server stays master. When a master has
 * died, clients soon ask the next one. Does not: keep the lock over a fail-over. A master answers before its
 * replica has heard of the lock. If the master then dies, the replica becomes master without the lock. If it is
 * only cut off, there are two masters, each with its own holder.
 *
 * <p>With a number of replicas to wait for, the holder asks (WAIT) whether they have the lock, and releases it if
 * not. That closes the gap for those replicas only: Redis may still promote another one that has not heard of it
 * (https://redis.io/docs/latest/commands/wait/).
 */
public final class MasterLock implements LockScheme {

    /** The master is known; it has not been asked for the lock yet. */
    public static final String KNOWS_MASTER = "knows-the-master";

    private static final RedisScript RELEASE = RedisScript.named("lock/release");
    private static final int WAIT_MILLIS = 300;

    private final CurrentMaster master;
    private final Duration lease;
    private final int replicas;

    /** @param replicas how many must have the lock before it counts; 0 to skip the check */
    public MasterLock(CurrentMaster master, Duration lease, int replicas) {
        this.master = master;
        this.lease = lease;
        this.replicas = replicas;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        Redis redis = master.get();
        FailPoints.hit(KNOWS_MASTER);
        String owner = UUID.randomUUID().toString();
        if (!take(redis, name, owner)) {
            return false;
        }
        try {
            if (replicas > 0 && redis.call("WAIT", replicas, WAIT_MILLIS).number() < replicas) {
                return false;
            }
            work.run(Work.NO_TOKEN);
            return true;
        } finally {
            release(redis, name, owner);
        }
    }

    private boolean take(Redis redis, String name, String owner) {
        try {
            return redis.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk();
        } catch (RedisErrorException noReplicas) {
            return false; // it refuses writes without replicas (min-replicas-to-write)
        } catch (UncheckedIOException noAnswer) {
            master.forget();
            return false;
        }
    }

    private void release(Redis redis, String name, String owner) {
        try {
            RELEASE.run(redis, List.of(name), owner);
        } catch (UncheckedIOException | RedisErrorException noMasterNow) { // such as READONLY
            master.forget(); // the lock expires on its own, wherever it is now
        }
    }

    @Override
    public void close() {
        master.close();
    }
}
