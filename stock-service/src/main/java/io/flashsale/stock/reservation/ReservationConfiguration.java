package io.flashsale.stock.reservation;

import io.flashsale.admission.AdmissionDesk;
import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.TicketIds;
import java.time.Clock;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReservationConfiguration {

    @Bean
    AdmissionDesk saleDesk(
            AdmissionGates gates,
            OrderIdNode node,
            ReservationQueue queue,
            ReservationProperties properties,
            Clock clock) {
        return new AdmissionDesk(gates, new TicketIds(node.number(), clock), queue, properties.patience());
    }

    @Bean
    OutboxRelay saleRelay(RedissonClient redis, ReservationQueue queue, ReservationProperties properties) {
        return new OutboxRelay(redis, "sale", queue, properties.relayAfter());
    }
}
