package io.flashsale.coupon.issuing;

import io.flashsale.commons.lock.BoundedLock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class IssuingConfiguration {

    private static final Duration LOCK_WAIT = Duration.ofMillis(500);

    /** Lets one consumer at a time work on a template. */
    @Bean
    BoundedLock templateLock(RedissonClient redis, MeterRegistry meters) {
        return new BoundedLock(redis, "issuing", LOCK_WAIT, meters, "flashsale.issuing.lock");
    }
}
