package io.flashsale.stock.reservation;

import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.StockGates;
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
    AdmissionService saleAdmission(
            StockGates gates,
            KafkaReservationQueue queue,
            ReservationProperties properties,
            JdbcClient jdbc,
            TransactionTemplate transaction) {
        return new AdmissionService(
                gates, new ReservationIds(new IdBlocks(jdbc, transaction)::claim), queue, properties.ackTimeout());
    }

    @Bean
    OutboxRelay saleRelay(RedissonClient redis, KafkaReservationQueue queue, ReservationProperties properties) {
        return new OutboxRelay(redis, CampaignKind.SALE, queue, properties.relayAfter());
    }
}
