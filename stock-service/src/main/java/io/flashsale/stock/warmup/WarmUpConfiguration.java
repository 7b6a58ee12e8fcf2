package io.flashsale.stock.warmup;

import io.flashsale.admission.Backlog;
import io.flashsale.admission.Drain;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.reservation.StockReserved;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;

@Configuration(proxyBeanMethods = false)
class WarmUpConfiguration {

    @Bean
    ConsumerProgress consumerProgress(KafkaAdmin kafka) {
        return new ConsumerProgress(kafka);
    }

    @Bean
    StockGateWarmUp saleWarmUp(
            RedissonClient redis,
            StockGates gates,
            OutboxRelay relay,
            ConsumerProgress progress,
            StockGateWarmUp.Campaigns sales) {
        return new StockGateWarmUp(redis, CampaignKind.SALE, gates, new Drain(relay, placement(progress)), sales);
    }

    /** A reservation is in the database once order-service has committed its offset. */
    private static Backlog placement(ConsumerProgress progress) {
        return () -> {
            ConsumerProgress.Mark end = progress.mark(StockReserved.TOPIC);
            return () -> progress.hasPassed(StockReserved.PLACEMENT_GROUP, end);
        };
    }
}
