package io.flashsale.admission.redis;

import io.flashsale.simulation.shop.World;
import java.time.Duration;
import org.redisson.api.RedissonClient;

/** Opens what the simulation needs of this package. */
public final class SimulatedLeadership {

    private SimulatedLeadership() {}

    public static Leadership of(RedissonClient redis, String duty, Duration lease, World world) {
        return new Leadership(redis, "sale", duty, lease, world::nanos);
    }
}
