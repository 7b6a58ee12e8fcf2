package io.flashsale.lab.books;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.admission.GateConnections;
import java.time.Duration;
import org.redisson.api.RedissonClient;
import org.redisson.config.ConstantDelay;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;

/** The readers. The lab's own database stays the one that is meant where none is named. */
@Configuration(proxyBeanMethods = false)
class BooksConfiguration {

    @Bean(defaultCandidate = false)
    HikariDataSource stockDataSource(BooksProperties books) {
        return BookDatabase.pool("books-stock", books.stock());
    }

    @Bean(defaultCandidate = false)
    HikariDataSource orderDataSource(BooksProperties books) {
        return BookDatabase.pool("books-order", books.order());
    }

    @Bean
    StockBooks stockBooks(@Qualifier("stockDataSource") HikariDataSource stockDataSource) {
        return new StockBooks(stockDataSource);
    }

    @Bean
    OrderBooks orderBooks(@Qualifier("orderDataSource") HikariDataSource orderDataSource) {
        return new OrderBooks(orderDataSource);
    }

    /** Opens no connection before somebody asks; without an address nobody gets one. */
    @Bean
    CouponBooks couponBooks(BooksProperties books) {
        BooksProperties.Database where = books.coupon();
        return where == null ? CouponBooks.missing() : CouponBooks.of(BookDatabase.pool("books-coupon", where));
    }

    @Bean
    Gates gates(RedissonClient redis) {
        return new Gates(redis);
    }

    @Bean
    QueueProgress queueProgress(Gates gates, OrderBooks orders, KafkaAdmin kafka) {
        return new QueueProgress(gates, orders, kafka.getConfigurationProperties());
    }

    /** The lab starts without Redis, too, and says that it is away when it is needed. */
    @Bean
    RedissonAutoConfigurationCustomizer redisTimeouts() {
        return config -> {
            config.setLazyInitialization(true);
            GateConnections.tryTwice(config.useSingleServer())
                    .setTimeout(2_000)
                    .setConnectTimeout(1_000)
                    .setReconnectionDelay(new ConstantDelay(Duration.ofMillis(200)))
                    .setConnectionMinimumIdleSize(2)
                    .setConnectionPoolSize(16);
        };
    }
}
