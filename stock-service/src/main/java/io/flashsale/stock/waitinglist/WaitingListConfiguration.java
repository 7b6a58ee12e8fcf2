package io.flashsale.stock.waitinglist;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.stock.catalogue.SaleCatalogue;
import java.time.Clock;
import java.time.Duration;
import org.redisson.api.RedissonClient;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WaitingListProperties.class)
class WaitingListConfiguration {

    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(1);

    @Bean
    WaitingListRounds waitingListRounds(
            RedissonClient redis,
            WaitingListMapper list,
            StockGates gates,
            SaleCatalogue catalogue,
            TransactionTemplate transaction,
            ApplicationEventPublisher events,
            Clock clock,
            WaitingListProperties properties) {
        Leadership leadership = new Leadership(redis, CampaignKind.SALE, "waiting-list", LEASE);
        return new WaitingListRounds(
                leadership, list, gates, catalogue, transaction, events, clock, properties.offer(), ANSWER);
    }

    @Bean
    RepeatedTask servingWaitingLists(WaitingListRounds rounds) {
        return new RepeatedTask("waiting-list", ROUND, rounds::run);
    }
}
