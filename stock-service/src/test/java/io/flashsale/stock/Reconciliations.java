package io.flashsale.stock;

import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.Pages;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.admission.spring.reconciliation.Comparer;
import io.flashsale.admission.spring.reconciliation.Comparison;
import io.flashsale.admission.spring.reconciliation.Reconciliation;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.redisson.api.RedissonClient;
import org.springframework.stereotype.Component;

/** Makes reconciliations that look at the sales of one test and leave all other sales alone. */
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
        return of(List.of(sale), meters);
    }

    /** A reconciliation of these sales alone. */
    public Reconciliation of(List<Long> sales, MeterRegistry meters) {
        Pages<Campaign> page = last -> last == null
                ? sales.stream().flatMap(sale -> campaigns.find(sale).stream()).toList()
                : List.of();
        Leadership leadership =
                new Leadership(redis, type.kind(), "reconciliation-of-sales-" + sales, Duration.ofHours(1));
        return new Reconciliation(type, comparer, page, warmUp, leadership, meters);
    }

    /** What a comparison of the gate says once a slow machine has nothing under way any more. */
    public Comparison settled(long gate) {
        return await().until(() -> compare(gate), comparison -> !(comparison instanceof Comparison.Busy));
    }

    public Comparison compare(long gate) throws Exception {
        return Objects.requireNonNull(comparer.compare(List.of(gate)).get(gate));
    }

    /** Reconciles until the difference of the gate is certain and repaired. */
    public void repair(long gate, Reconciliation reconciliation) {
        await().until(() -> {
            reconciliation.run();
            return compare(gate).equals(new Comparison.Agreed());
        });
    }
}
