package io.flashsale.admission;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.redisson.api.RedissonClient;

/**
 * Which of several processes does what is enough when one does it, again and again. Another one takes over when the leader
 * has not asked for as long as the lease.
 *
 * <p>Does not guarantee that only one leads: a leader that is paused, or a Redis that has forgotten, makes two. It is for
 * work that may be done twice.
 */
public final class Leadership {

    private static final LuaScript LEAD = LuaScript.named("lead");

    private final RedissonClient redis;
    private final StockGateKeys keys;
    private final String duty;
    private final Duration lease;
    private final String name = UUID.randomUUID().toString();

    /**
     * @param kind as of the gates
     * @param duty what is led; each has a leader of its own
     * @param lease well above the time between two calls of {@link #isOurs}
     */
    public Leadership(RedissonClient redis, String kind, String duty, Duration lease) {
        this.redis = redis;
        this.keys = new StockGateKeys(kind);
        this.duty = duty;
        this.lease = lease;
    }

    /** Takes the lead if nobody has it, and renews it if it is ours. */
    public boolean isOurs() {
        return LEAD.answer(redis, List.of(keys.leader(duty)), name, Long.toString(lease.toMillis()))
                .equals("LEADER");
    }
}
