package io.flashsale.admission.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Elects one of several processes for a duty that one process has to do, again and again. Another process takes over
 * if the leader has not asked for the length of the lease, or has failed {@value #MAX_FAILURES_IN_A_ROW} times in a
 * row: it may succeed where the leader's connections are broken.
 *
 * <p>Does not guarantee that only one leads: a leader that is paused, or a Redis that has forgotten, makes two. It is
 * for work that may be done twice.
 */
public final class Leadership {

    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    private static final LuaScript LEAD = LuaScript.named("lead");
    private static final LuaScript RESIGN = LuaScript.named("resign");

    static final int MAX_FAILURES_IN_A_ROW = 3;

    private final RedissonClient redis;
    private final List<Object> keys;
    private final String duty;
    private final Duration lease;
    private final String name = UUID.randomUUID().toString();
    private final LongSupplier nanos;
    private int failuresInARow;

    /** Until when this process does not take the lead, after failures. */
    private long followUntil;

    /** The work of the leader. */
    @FunctionalInterface
    public interface Duty<E extends Exception> {

        /** Does the work; returns whether it succeeded. An exception counts as failure. */
        boolean perform() throws E, InterruptedException;
    }

    /**
     * @param kind as of the gates
     * @param duty each duty has a leader of its own
     * @param lease well above the time between two calls of {@link #perform}
     */
    public Leadership(RedissonClient redis, String kind, String duty, Duration lease) {
        this(redis, kind, duty, lease, System::nanoTime);
    }

    /** @param nanos as {@link System#nanoTime} */
    Leadership(RedissonClient redis, String kind, String duty, Duration lease, LongSupplier nanos) {
        this.redis = redis;
        this.keys = List.of(new StockGateKeys(kind).leader(duty));
        this.duty = duty;
        this.lease = lease;
        this.nanos = nanos;
        this.followUntil = nanos.getAsLong();
    }

    /**
     * Performs the duty if this process leads. After too many failures it gives up the lead, and does not take it
     * again for the length of the lease. Not thread-safe.
     *
     * @return whether this process leads
     */
    public <E extends Exception> boolean perform(Duty<E> work) throws E, InterruptedException {
        if (!isOurs()) {
            failuresInARow = 0;
            return false;
        }
        boolean done = false;
        try {
            done = work.perform();
        } finally {
            failuresInARow = done ? 0 : failuresInARow + 1;
            if (failuresInARow >= MAX_FAILURES_IN_A_ROW) {
                resign();
            }
        }
        return true;
    }

    /** Takes the lead if no process has it, and renews it if it is ours. */
    boolean isOurs() {
        return nanos.getAsLong() - followUntil >= 0
                && LEAD.answer(redis, keys, name, Long.toString(lease.toMillis()))
                        .equals("LEADER");
    }

    private void resign() {
        failuresInARow = 0;
        followUntil = nanos.getAsLong() + lease.toNanos();
        try {
            RESIGN.answer(redis, keys, name);
            log.warn("{} has failed {} times in a row here, another instance may try", duty, MAX_FAILURES_IN_A_ROW);
        } catch (RedisException unreachable) {
            log.debug("the lead of {} ends with its lease", duty, unreachable);
        }
    }
}
