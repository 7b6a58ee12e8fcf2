package io.flashsale.chaos.system;

import io.flashsale.devstack.system.DevStackBuilder;
import java.util.Locale;

/** The topology of the system's Redis. */
public enum Topology {
    SINGLE,
    SENTINEL,
    CLUSTER;

    /** The name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a replica takes over from a master that is down. */
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
