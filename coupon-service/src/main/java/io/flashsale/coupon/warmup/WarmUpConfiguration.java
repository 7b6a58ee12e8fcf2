package io.flashsale.coupon.warmup;

import io.flashsale.admission.Backlog;
import io.flashsale.admission.Drain;
import io.flashsale.admission.OutboxRelay;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.coupon.CouponClaimed;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WarmUpConfiguration {

    @Bean
    StockGateWarmUp couponWarmUp(
            RedissonClient redis,
            StockGates gates,
            OutboxRelay relay,
            ConsumerProgress progress,
            StockGateWarmUp.Campaigns templates) {
        return new StockGateWarmUp(redis, CampaignKind.COUPON, gates, new Drain(relay, issuing(progress)), templates);
    }

    /** A claim is in the database once our own consumers have committed its offset. */
    private static Backlog issuing(ConsumerProgress progress) {
        return () -> {
            ConsumerProgress.Mark end = progress.mark(CouponClaimed.TOPIC);
            return () -> progress.hasPassed(CouponClaimed.ISSUING_GROUP, end);
        };
    }
}
