package io.flashsale.stock.reservation;

import io.flashsale.admission.AdmissionDesk;
import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.TicketIds;
import io.flashsale.commons.sql.IdBlocks;
import io.flashsale.contracts.campaign.CampaignKind;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class ReservationConfiguration {

    @Bean
    AdmissionDesk saleDesk(
            AdmissionGates gates,
            ReservationQueue queue,
            ReservationProperties properties,
            JdbcClient jdbc,
            TransactionTemplate transaction) {
        return new AdmissionDesk(
                gates, new TicketIds(new IdBlocks(jdbc, transaction)::claim), queue, properties.patience());
    }

    @Bean
    OutboxRelay saleRelay(RedissonClient redis, ReservationQueue queue, ReservationProperties properties) {
        return new OutboxRelay(redis, CampaignKind.SALE, queue, properties.relayAfter());
    }
}
