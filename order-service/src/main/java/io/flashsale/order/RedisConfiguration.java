package io.flashsale.order;

import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Redis makes us faster, and we work without it: whoever asks it limits the wait. */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(24, 64, Recovery.ONE_RETRY)::configure;
    }
}
