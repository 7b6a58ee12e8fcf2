package io.flashsale.stock.ledger;

import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.reconciliation.QueueLag;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.order.OrderReleased;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {

    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(10);
    private static final Duration LOOK_LEASE = LOOK_INTERVAL.multipliedBy(3);

    @Bean
    OptimisticTransaction ledgerTransaction(PlatformTransactionManager transactions, MeterRegistry meters) {
        return new OptimisticTransaction(
                transactions,
                Counter.builder("flashsale.ledger.conflicts")
                        .description("ledger transactions that had to be tried again")
                        .register(meters));
    }

    @Bean
    QueueLag releaseLag(ConsumerProgress progress, MeterRegistry meters) {
        return new QueueLag(
                "flashsale.releases.lag", OrderReleased.TOPIC, OrderReleased.RELEASE_GROUP, progress, meters);
    }

    @Bean
    Oversold oversold(LedgerMapper ledger, RedissonClient redis, MeterRegistry meters) {
        return new Oversold(ledger, new Leadership(redis, CampaignKind.SALE, "oversold", LOOK_LEASE), meters);
    }

    @Bean
    RepeatedTask lookingForOversoldSales(Oversold oversold) {
        return new RepeatedTask("oversold", LOOK_INTERVAL, oversold::look);
    }
}
