package io.flashsale.redis;

import java.time.Duration;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;

/**
 * How a client talks to Redis once a {@link Config} says where it is: stand-alone, with Sentinel, or as a cluster. What
 * Spring's own properties can say, addresses, user, password, TLS and time-outs, stays as it is: in services
 * redisson-spring-boot-starter makes the {@code Config} of {@code spring.data.redis.*} and has it customized by this.
 *
 * <p>Guarantees that a client starts without Redis, and that everything is read from masters: a replica may not yet know
 * what was decided.
 *
 * @param idle connections that are kept open to a master
 * @param max connections to a master at any time
 * @param recovery what becomes of a command that got no answer, and of lost connections
 */
public record RedisConnections(int idle, int max, Recovery recovery) {

    /** What to do when Redis does not answer. */
    public enum Recovery {
        /** Sends a command once, for who has no use for a late answer. */
        NO_RETRY,
        /**
         * Sends a command a second time after a second, and tries lost connections again every 200 ms. Redisson lets an
         * attempt wait just as long to be written to the connection, so a shorter delay would refuse commands whenever
         * all processors are busy for a moment.
         */
        ONE_RETRY
    }

    /**
     * How long a lock outlives a process that was killed. A living one renews it three times as often; should it be late, no
     * lock of ours is what anything rests on.
     */
    private static final Duration LOCK_KEPT = Duration.ofSeconds(5);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration RECONNECTION_DELAY = Duration.ofMillis(200);

    /**
     * Sets it for the topology that the configuration has been given.
     *
     * @throws IllegalArgumentException if it has none of the three
     */
    public void configure(Config config) {
        config.setLazyInitialization(true);
        config.setLockWatchdogTimeout(LOCK_KEPT.toMillis());
        // The default of 32 is for many servers. Commands of a few threads reach the socket together.
        config.setNettyThreads(Math.max(2, Runtime.getRuntime().availableProcessors()));
        if (config.isSingleConfig()) {
            standAlone(config.useSingleServer());
        } else if (config.isSentinelConfig()) {
            replicated(config.useSentinelServers());
        } else if (config.isClusterConfig()) {
            replicated(config.useClusterServers());
        } else {
            throw new IllegalArgumentException("Redis must be stand-alone, with Sentinel, or a cluster");
        }
    }

    private void standAlone(SingleServerConfig server) {
        recover(server);
        server.setConnectionMinimumIdleSize(idle).setConnectionPoolSize(max);
    }

    private void replicated(BaseMasterSlaveServersConfig<?> servers) {
        recover(servers);
        servers.setReadMode(ReadMode.MASTER);
        servers.setSubscriptionMode(SubscriptionMode.MASTER);
        servers.setMasterConnectionMinimumIdleSize(idle);
        servers.setMasterConnectionPoolSize(max);
    }

    private void recover(BaseConfig<?> servers) {
        switch (recovery) {
            case NO_RETRY -> servers.setRetryAttempts(0);
            case ONE_RETRY -> {
                servers.setRetryAttempts(1);
                servers.setRetryDelay(new ConstantDelay(RETRY_DELAY));
                servers.setReconnectionDelay(new ConstantDelay(RECONNECTION_DELAY));
            }
        }
    }
}
