package io.flashsale.locklab.redis.redisson;

import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson as configured for the lab: a small pool, and a watchdog with a configurable lease. */
public final class RedissonClients {

    private RedissonClients() {}

    /** @param watchdogLease the lease of a lock without a lease of its own; the watchdog renews it after each third */
    public static RedissonClient at(String address, Duration watchdogLease) {
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdogLease.toMillis());
        config.setThreads(4);
        config.setNettyThreads(4);
        config.useSingleServer()
                .setAddress("redis://" + address)
                .setTimeout(10_000)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(16)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(4);
        return Redisson.create(config);
    }
}
