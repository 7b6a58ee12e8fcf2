package io.flashsale.locklab.redis.redisson;

import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson as the lab uses it: a small pool, and a watchdog whose lease can be chosen. */
public final class RedissonClients {

    private RedissonClients() {}

    /** @param watchdogLease how long a lock without a lease of its own is given for; renewed each third of it */
    public static RedissonClient at(String address, Duration watchdogLease) {
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdogLease.toMillis());
        config.setThreads(4);
        config.setNettyThreads(4);
        config.useSingleServer()
                .setAddress("redis://" + address)
                .setTimeout(2_000)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(16)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(4);
        return Redisson.create(config);
    }
}
