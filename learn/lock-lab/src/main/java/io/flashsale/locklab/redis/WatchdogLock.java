package io.flashsale.locklab.redis;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * An owner's lock with a watchdog, which renews it after each third of the lease until the work is done.
 *
 * <p>Guarantees: one holder at a time however long the work takes, as long as the watchdog runs and reaches Redis;
 * release within a lease if the process dies, because its watchdog dies with it.
 *
 * <p>Does not guarantee: exclusion while the process is paused. A long garbage collection, a paused container or a
 * machine that hangs stops the watchdog as well. The lease expires, the next client gets in, and the first, once it
 * resumes, continues as if nothing had happened. No lock with a lease can prevent that: see {@link FencedLock}.
 */
public final class WatchdogLock implements LockScheme {

    /** The lock that was to be renewed is no longer its owner's. */
    static final String LOST = "renewal-refused";

    private static final RedisScript RENEW = RedisScript.named("lock/renew");
    private static final RedisScript RELEASE = RedisScript.named("lock/release");

    private final Redis redis;
    private final Duration lease;
    private final long every;
    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("watchdog").factory());

    /** @param renewal the time between two renewals: a third of the lease leaves time for one that fails */
    public WatchdogLock(Redis redis, Duration lease, Duration renewal) {
        this.redis = redis;
        this.lease = lease;
        this.every = renewal.toMillis();
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        if (!redis.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk()) {
            return false;
        }
        Future<?> renewal = watchdog.scheduleAtFixedRate(() -> renew(name, owner), every, every, TimeUnit.MILLISECONDS);
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            renewal.cancel(false);
            RELEASE.run(redis, List.of(name), owner);
        }
        return true;
    }

    /** Renews the lease once. A failed renewal is not the end, as the next may come in time. A lost lock stays lost. */
    private void renew(String name, String owner) {
        try {
            boolean renewed =
                    RENEW.run(redis, List.of(name), owner, lease.toMillis()).number() == 1;
            FailPoints.hit(renewed ? FailPoints.RENEWED : LOST);
        } catch (RuntimeException unreachable) {
            FailPoints.hit("renewal-failed");
        }
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
    }
}
