package io.flashsale.order;

import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Redis makes us faster, and we work without it: so we also start without it. */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    @Bean
    RedissonAutoConfigurationCustomizer connectWhenNeeded() {
        return config -> config.setLazyInitialization(true).setLockWatchdogTimeout(30_000);
    }
}
