package io.flashsale.gateway.soldout;

import io.flashsale.admission.StockGates;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.redisson.api.RedissonClient;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SoldOutConfiguration {

    /** Few threads of the gateway use Redis: two, and one more where clicks are followed. None can use a late answer. */
    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(1, 4, Recovery.NO_RETRY)::configure;
    }

    @Bean
    @ConditionalOnMissingBean
    SaleStates saleStates(RedissonClient redis) {
        return new GateSaleStates(new StockGates(redis, CampaignKind.SALE));
    }

    @Bean
    SoldOutSales soldOutSales(SaleStates states, MeterRegistry meters, Clock clock) {
        SoldOutSales sales = new SoldOutSales(states, clock);
        Gauge.builder("flashsale.gateway.soldout.watched", sales, SoldOutSales::count)
                .description("sales that are watched because they were sold out")
                .register(meters);
        return sales;
    }

    @Bean
    RepeatedTask soldOutWatching(SoldOutSales sales) {
        return new RepeatedTask("sold-out-watching", SoldOutSales.POLL_INTERVAL, sales::refreshAll);
    }

    /** Runs separately: reading a hundred thousand holders must not delay watching the other sales. */
    @Bean
    RepeatedTask holderReading(SoldOutSales sales) {
        return new RepeatedTask("holder-reading", SoldOutSales.POLL_INTERVAL, sales::readHolders);
    }
}
