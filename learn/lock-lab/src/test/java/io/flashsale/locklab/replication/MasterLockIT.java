package io.flashsale.locklab.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.DevStack;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.SchemeContext;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MasterLockIT {

    private static final String SERVER =
            DevStack.shared().redis().host() + ":" + DevStack.shared().redis().port();

    /** As a master does that has become a replica meanwhile (READONLY) or has lost its own (NOREPLICAS). */
    @Test
    void shouldReturnThatTheWorkIsDoneWhenTheServerRefusesTheRelease() throws Exception {
        String name = "lock:" + UUID.randomUUID();
        try (SchemeContext context =
                        new SchemeContext(Map.of("redis", SERVER, "resource", SERVER, "first-master", SERVER));
                Redis redis = new Redis(SERVER);
                MasterLock lock = new MasterLock(new CurrentMaster(context), Duration.ofSeconds(10), 0)) {
            boolean done = lock.whileHolding(name, Duration.ZERO, token -> {
                redis.call("DEL", name);
                redis.call("HSET", name, "a", "hash"); // so release.lua fails: WRONGTYPE
            });
            redis.call("DEL", name);
            assertThat(done).isTrue();
        }
    }
}
