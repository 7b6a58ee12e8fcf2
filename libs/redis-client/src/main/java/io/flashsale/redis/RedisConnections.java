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
 * Configures how a client talks to Redis once a {@link Config} says where it is: stand-alone, with Sentinel, or as
 * a cluster.
 *
 * <p>Settings that Spring's own properties cover stay unchanged: addresses, user, password, TLS and time-outs. In
 * services, redisson-spring-boot-starter makes the {@code Config} from {@code spring.data.redis.*}, and this
 * customizes it.
 *
 * <p>Guarantees that a client starts without Redis, and that all reads go to masters, because a replica may lag
 * behind.
 *
 * @param idle connections that are kept open to a master
 * @param max connections to a master at any time
 * @param recovery what to do with a command without an answer, and with lost connections
 */
public record RedisConnections(int idle, int max, Recovery recovery) {

    /** What to do when Redis does not answer. */
    public enum Recovery {
        /** Sends a command once, for callers that cannot use a late answer. */
        NO_RETRY,
        /**
         * Sends a command a second time after a second, and retries lost connections every 200 ms. Redisson also
         * uses this delay as the limit for writing a command to the connection. So a shorter one would refuse
         * commands whenever all processors are briefly busy.
         */
        ONE_RETRY
    }

    /**
     * How long a lock outlives a killed process. A living process renews it three times as often. If a renewal is
     * late, no harm is done: nothing relies on our locks alone.
     */
    private static final Duration LOCK_KEPT = Duration.ofSeconds(5);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration RECONNECTION_DELAY = Duration.ofMillis(200);

    /**
     * Applies the settings to the topology of the configuration.
     *
     * @throws IllegalArgumentException if it has none of the three
     */
    public void configure(Config config) {
        config.setLazyInitialization(true);
        config.setLockWatchdogTimeout(LOCK_KEPT.toMillis());
        // The default of 32 suits many servers. Here a few threads' commands reach the socket together.
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
