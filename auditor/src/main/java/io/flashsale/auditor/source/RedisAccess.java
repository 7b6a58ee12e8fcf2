package io.flashsale.auditor.source;

import java.time.Duration;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.SingleServerConfig;

/** How the auditor talks to Redis. */
public final class RedisAccess {

    private RedisAccess() {}

    /**
     * Sets what suits somebody who only looks: no connection before one is needed, so that all starts without Redis, too;
     * and a command that got no answer within two seconds is sent once more after a second.
     *
     * @param idle connections that are kept open
     * @param most connections at any time
     */
    public static SingleServerConfig configure(Config config, int idle, int most) {
        config.setLazyInitialization(true);
        return config.useSingleServer()
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(Duration.ofSeconds(1)))
                .setTimeout(2_000)
                .setConnectTimeout(1_000)
                .setReconnectionDelay(new ConstantDelay(Duration.ofMillis(200)))
                .setConnectionMinimumIdleSize(idle)
                .setConnectionPoolSize(most);
    }
}
