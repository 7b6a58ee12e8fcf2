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
 * An owner's lock on whichever Redis is master.
 *
 * <p>Guarantees: what the lock on a single server does, for as long as that server stays master; and that there is a
 * lock server again soon after one has died. Does not: keep the lock over a fail-over. The master answers before its
 * replica has heard of the lock. If it dies in between, the replica becomes master without it; if it does not die, but
 * is only cut off, there are two masters, and each has its own holder.
 *
 * <p>With a number of replicas to wait for, the holder asks (WAIT) whether they have the lock, and gives it back if not.
 * That closes the gap for those replicas, and no further: Redis may still promote one that has not heard of it
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

    /** @param replicas how many are to have the lock before it counts; 0 for not asking */
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
            return false; // it was told to refuse without replicas (min-replicas-to-write)
        } catch (UncheckedIOException noAnswer) {
            master.forget();
            return false;
        }
    }

    private void release(Redis redis, String name, String owner) {
        try {
            RELEASE.run(redis, List.of(name), owner);
        } catch (UncheckedIOException noAnswer) {
            master.forget(); // wherever the lock is now, it expires there
        }
    }

    @Override
    public void close() {
        master.close();
    }
}
