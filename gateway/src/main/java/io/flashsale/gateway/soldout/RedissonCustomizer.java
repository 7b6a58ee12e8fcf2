package io.flashsale.gateway.soldout;

import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.stereotype.Component;

/**
 * Only one thread of the gateway ever asks Redis: it needs few connections and no second try, and the gateway must
 * start without Redis.
 */
@Component
class RedissonCustomizer implements RedissonAutoConfigurationCustomizer {

    private static final int CONNECTIONS = 4;

    @Override
    public void customize(Config config) {
        config.setLazyInitialization(true);
        config.setThreads(2);
        config.setNettyThreads(2);
        if (config.isSingleConfig()) {
            withoutRetries(config.useSingleServer())
                    .setConnectionMinimumIdleSize(1)
                    .setConnectionPoolSize(CONNECTIONS)
                    .setSubscriptionConnectionPoolSize(1);
        } else if (config.isSentinelConfig()) {
            lean(config.useSentinelServers());
        } else if (config.isClusterConfig()) {
            lean(config.useClusterServers());
        }
    }

    private static void lean(BaseMasterSlaveServersConfig<?> config) {
        withoutRetries(config);
        config.setMasterConnectionMinimumIdleSize(1);
        config.setMasterConnectionPoolSize(CONNECTIONS);
        config.setSlaveConnectionMinimumIdleSize(1);
        config.setSlaveConnectionPoolSize(CONNECTIONS);
    }

    private static <C extends BaseConfig<?>> C withoutRetries(C config) {
        config.setRetryAttempts(0);
        return config;
    }
}
