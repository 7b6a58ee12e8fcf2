package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The reconciliation beans of an admitting service, imported with its other beans. */
@Configuration(proxyBeanMethods = false)
public class ReconciliationConfiguration {

    /** Another instance takes over from a leader that has missed two comparisons. */
    private static final int LEASE_IN_INTERVALS = 3;

    private static final Duration LAG_INTERVAL = Duration.ofSeconds(5);

    @Bean
    Comparer comparer(
            CampaignType type, StockGates gates, OutboxRelay relay, ConsumerProgress progress, CampaignLedger ledger) {
        return new Comparer(type, gates, relay, progress, ledger);
    }

    @Bean
    Reconciliation reconciliation(
            CampaignType type,
            Comparer comparer,
            StockGateWarmUp.Campaigns campaigns,
            StockGateWarmUp warmUp,
            RedissonClient redis,
            MeterRegistry meters,
            @Value("${flashsale.reconciliation.interval:10s}") Duration interval) {
        Leadership leadership =
                new Leadership(redis, type.kind(), "reconciliation", interval.multipliedBy(LEASE_IN_INTERVALS));
        return new Reconciliation(type, comparer, campaigns::wanted, warmUp, leadership, meters);
    }

    @Bean
    QueueLag queueLag(CampaignType type, ConsumerProgress progress, MeterRegistry meters) {
        return new QueueLag(type.meters().lag(), type.topic(), type.consumerGroup(), progress, meters);
    }

    @Bean
    RepeatedTask lookingAtQueueLag(List<QueueLag> lags) {
        return new RepeatedTask("queue-lag", LAG_INTERVAL, () -> lags.forEach(QueueLag::look));
    }

    @Bean
    RepeatedTask reconciling(
            Reconciliation reconciliation, @Value("${flashsale.reconciliation.interval:10s}") Duration interval) {
        return new RepeatedTask("reconciliation", interval, reconciliation::run).afterOneInterval();
    }
}
