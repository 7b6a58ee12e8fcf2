package io.flashsale.chaos.system;

import io.flashsale.devstack.system.DevStackBuilder;
import java.util.Locale;

/** What the Redis of the system consists of. */
public enum Topology {
    SINGLE,
    SENTINEL,
    CLUSTER;

    /** As it is typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a replica takes the place of a master that is away. */
    public boolean failsOver() {
        return this != SINGLE;
    }

    DevStackBuilder addTo(DevStackBuilder servers) {
        return switch (this) {
            case SINGLE -> servers.redis();
            case SENTINEL -> servers.redisWithSentinels();
            case CLUSTER -> servers.redisCluster();
        };
    }
}
