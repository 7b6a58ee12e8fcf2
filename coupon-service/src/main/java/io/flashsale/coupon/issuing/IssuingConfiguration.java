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

    /** One consumer works on a template at a time. */
    @Bean
    BoundedLock templateLock(RedissonClient redis, MeterRegistry meters) {
        return new BoundedLock(redis, "issuing", LOCK_WAIT, meters, "flashsale.issuing.lock");
    }
}
