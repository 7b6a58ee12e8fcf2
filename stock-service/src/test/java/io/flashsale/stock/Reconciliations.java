package io.flashsale.stock;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.admission.spring.reconciliation.Comparer;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.springframework.stereotype.Component;

/** Makes reconciliations that look at the sale of one test and leave all other sales alone. */
@Component
public class Reconciliations {

    private final CampaignType type;
    private final Comparer comparer;
    private final StockGateWarmUp.Campaigns campaigns;
    private final StockGateWarmUp warmUp;
    private final RedissonClient redis;

    Reconciliations(
            CampaignType type,
            Comparer comparer,
            StockGateWarmUp.Campaigns campaigns,
            StockGateWarmUp warmUp,
            RedissonClient redis) {
        this.type = type;
        this.comparer = comparer;
        this.campaigns = campaigns;
        this.warmUp = warmUp;
        this.redis = redis;
    }

    /** A reconciliation of the sale, which counts what it finds in these meters. */
    public Reconciliation of(long sale, MeterRegistry meters) {
        StockGateWarmUp.Campaigns one = new StockGateWarmUp.Campaigns() {
            @Override
            public List<Campaign> wanted(@Nullable Campaign last) {
                return last == null ? campaigns.find(sale) : List.of();
            }

            @Override
            public List<Campaign> find(long campaignId) {
                return campaigns.find(campaignId);
            }

            @Override
            public boolean reopen(long gateId, StockGateRebuild rebuild) {
                return campaigns.reopen(gateId, rebuild);
            }
        };
        Leadership leadership =
                new Leadership(redis, type.kind(), "reconciliation-of-sale-" + sale, Duration.ofHours(1));
        return new Reconciliation(type, comparer, one, warmUp, leadership, meters);
    }
}
