package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.Backends;
import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scheduler.GameScheme.Lease;
import io.flashsale.locklab.trace.Recording;
import java.time.Duration;
import java.util.stream.Stream;

/** A game's lease time. It passes when the scheduler says so; with a watchdog, by the real clock. */
final class LeaseClock {

    private static final Duration AFTER_THE_LEASE = Duration.ofMillis(500);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private final GameScheme scheme;
    private final Backends backends;
    private final LockServer lockServer;
    private final String lock;
    private final Recording recording;

    /** @param recording that observes the end of a lease */
    LeaseClock(GameScheme scheme, Backends backends, String lock, Recording recording) {
        this.scheme = scheme;
        this.backends = backends;
        this.lockServer = backends.get(LockServer.KIND);
        this.lock = lock;
        this.recording = recording;
    }

    /** Whether there is a lease now that can expire. */
    boolean runs() {
        return scheme.lease() != Lease.NONE
                && (scheme.mayWait() ? servers().anyMatch(Backend::hasLeases) : lockServer.isLeased(lock));
    }

    private Stream<Backend> servers() {
        return scheme.what().backends().stream().map(kind -> backends.get(kind));
    }

    /** Stops the clock, so that a watchdog that no longer renews does not limit the player's thinking time. */
    void stop() {
        if (scheme.lease() == Lease.RENEWED && lockServer.isLeased(lock)) {
            lockServer.setLease(lock, GameScheme.LONG_LEASE);
        }
    }

    /** Waits until the watchdog has met the broken connection, which a quick player could otherwise mend first. */
    void awaitRenewal() {
        if (scheme.lease() == Lease.RENEWED && lockServer.isLeased(lock)) {
            pass(GameScheme.RENEWED_LEASE.dividedBy(3).plus(AFTER_THE_LEASE));
        }
    }

    /**
     * Lets the lease time pass: by the clock with a watchdog, otherwise at once.
     *
     * @return whether the lock is still held, because its lease was renewed
     */
    boolean endLease() {
        Duration time = Duration.ZERO;
        if (scheme.lease() == Lease.RENEWED) {
            time = GameScheme.RENEWED_LEASE;
            lockServer.setLease(lock, time);
        } else if (scheme.mayWait()) {
            servers().forEach(Backend::endLeases);
            return false;
        } else {
            lockServer.endLease(lock);
        }
        long over = System.nanoTime() + time.plus(AFTER_THE_LEASE).toNanos();
        while (lockServer.isHeld(lock) && System.nanoTime() < over) {
            recording.look();
            pass(BETWEEN_LOOKS);
        }
        return lockServer.isHeld(lock);
    }

    private static void pass(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }
}
