package io.flashsale.coupon.claiming;

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
class ClaimConfiguration {

    @Bean
    AdmissionService couponAdmission(
            StockGates gates,
            KafkaClaimQueue queue,
            ClaimProperties properties,
            JdbcClient jdbc,
            TransactionTemplate transaction) {
        return new AdmissionService(
                gates, new ReservationIds(new IdBlocks(jdbc, transaction)::claim), queue, properties.ackTimeout());
    }

    @Bean
    OutboxRelay couponRelay(RedissonClient redis, KafkaClaimQueue queue, ClaimProperties properties) {
        return new OutboxRelay(redis, CampaignKind.COUPON, queue, properties.relayAfter());
    }
}
