package io.flashsale.coupon.claiming;

import io.flashsale.admission.AdmissionDesk;
import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.TicketIds;
import java.time.Clock;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ClaimConfiguration {

    @Bean
    AdmissionDesk couponDesk(AdmissionGates gates, CouponIdNode node, ClaimQueue queue, ClaimProperties properties) {
        // Ids follow the real time, whatever a test makes of the clock that validity is judged by.
        return new AdmissionDesk(gates, new TicketIds(node.number(), Clock.systemUTC()), queue, properties.patience());
    }

    @Bean
    OutboxRelay couponRelay(RedissonClient redis, ClaimQueue queue, ClaimProperties properties) {
        return new OutboxRelay(redis, "coupon", queue, properties.relayAfter());
    }
}
