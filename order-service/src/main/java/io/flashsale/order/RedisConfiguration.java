package io.flashsale.order;

import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects to Redis, which only makes this service faster. Every caller bounds its own wait and works without it. */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(24, 64, Recovery.ONE_RETRY)::configure;
    }
}
