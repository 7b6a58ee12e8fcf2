package io.flashsale.controlroom.audit;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.coupon.CouponAuditor;
import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.source.CouponReader;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.StockReader;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import org.redisson.api.RedissonClient;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;

/** Configures the auditors and their sources. */
@Configuration(proxyBeanMethods = false)
class AuditorConfiguration {

    @Bean
    HikariDataSource stockDataSource(SourceProperties source) {
        return ReadOnlyDatabase.pool("stock", source.stock().access());
    }

    @Bean
    HikariDataSource orderDataSource(SourceProperties source) {
        return ReadOnlyDatabase.pool("order", source.order().access());
    }

    @Bean
    StockReader stockReader(@Qualifier("stockDataSource") HikariDataSource stockDataSource) {
        return new StockReader(stockDataSource);
    }

    @Bean
    OrderReader orderReader(@Qualifier("orderDataSource") HikariDataSource orderDataSource) {
        return new OrderReader(orderDataSource);
    }

    /** Opens no connection before the first audit. Without an address, every read is refused. */
    @Bean
    CouponReader couponReader(SourceProperties source) {
        SourceProperties.Database where = source.coupon();
        return new CouponReader(where == null ? null : ReadOnlyDatabase.pool("coupon", where.access()));
    }

    @Bean
    GateReader gateReader(RedissonClient redis) {
        return new GateReader(redis);
    }

    @Bean
    QueueReader queueReader(GateReader gates, StockReader stock, OrderReader orders, KafkaAdmin kafka) {
        return new QueueReader(gates, stock, orders, kafka.getConfigurationProperties());
    }

    @Bean
    SaleAuditor saleAuditor(StockReader stock, OrderReader orders, GateReader gates, QueueReader queues) {
        return new SaleAuditor(stock, orders, gates, queues);
    }

    @Bean
    CouponAuditor couponAuditor(CouponReader coupons, OrderReader orders, RedissonClient redis, QueueReader queues) {
        return new CouponAuditor(coupons, orders, redis, queues);
    }

    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(2, 16, Recovery.ONE_RETRY)::configure;
    }
}
