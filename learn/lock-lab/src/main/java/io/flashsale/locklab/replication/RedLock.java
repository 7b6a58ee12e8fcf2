package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Work;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * RedLock: the lock on a majority of independent servers, taken within the time for which it is valid
 * (https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/).
 *
 * <p>Guarantees: one holder at a time with a minority of the servers down. It assumes that clocks run at about the
 * same speed, that no server forgets a lock before it expires, and that the work ends within the validity. The
 * validity is the lease less the time to take the lock, less the clock drift. Does not: check any of this. A pause
 * of the holder, a clock that jumps, or a restart without memory leads to two holders. It issues no fencing token.
 */
public final class RedLock extends LockServers {

    private static final int MAX_PAUSE_MILLIS = 20;

    /** All servers have been asked; the time that this took has not been looked at. */
    static final String ASKED = "asked-all-servers";

    private final Duration drift;
    private final LongSupplier nanoTime;

    /**
     * @param servers that give up on a response after a small part of the lease
     * @param nanoTime the client's clock
     */
    public RedLock(List<Redis> servers, Duration lease, LongSupplier nanoTime) {
        super(servers, lease);
        this.nanoTime = nanoTime;
        this.drift = lease.dividedBy(100).plusMillis(2); // clock drift; precision of expiry in Redis
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        long deadline = nanoTime.getAsLong() + timeout.toNanos();
        String owner = UUID.randomUUID().toString();
        do {
            try {
                if (isTaken(name, owner)) {
                    work.run(Work.NO_TOKEN);
                    return true;
                }
            } finally {
                servers.forEach(server -> release(server, name, owner)); // even where we believe that we failed
            }
            FailPoints.hit(FailPoints.RETRIED);
            // Random, so that two clients with half of the servers each do not fail in step for ever.
            Thread.sleep(ThreadLocalRandom.current().nextInt(1, MAX_PAUSE_MILLIS));
        } while (nanoTime.getAsLong() < deadline);
        return false;
    }

    private boolean isTaken(String name, String owner) {
        long begin = nanoTime.getAsLong();
        long locked = servers.stream()
                .filter(server -> isTakenFrom(server, name, owner))
                .count();
        FailPoints.hit(ASKED);
        Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - begin);
        Duration validity = lease.minus(elapsed).minus(drift);
        return locked > servers.size() / 2 && validity.isPositive();
    }

    private boolean isTakenFrom(Redis server, String name, String owner) {
        try {
            return take(server, name, owner);
        } catch (UncheckedIOException down) {
            return false;
        }
    }
}
