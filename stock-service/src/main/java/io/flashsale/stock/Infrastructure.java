package io.flashsale.stock;

import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.OptimisticLockerInnerInterceptor;
import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import java.time.Clock;
import org.apache.kafka.clients.admin.NewTopic;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;

/** What the features of this service stand on. */
@Configuration(proxyBeanMethods = false)
class Infrastructure {

    private static final int PARTITIONS = 16;

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(8, 32, Recovery.ONE_RETRY)::configure;
    }

    @Bean
    KafkaAdmin.NewTopics topics() {
        return new KafkaAdmin.NewTopics(topic(StockReserved.TOPIC), topic(OrderReleased.TOPIC), deadLetters());
    }

    private static NewTopic topic(String name) {
        return TopicBuilder.name(name).partitions(PARTITIONS).build();
    }

    private static NewTopic deadLetters() {
        return TopicBuilder.name(OrderReleased.DEAD_LETTER_TOPIC).partitions(1).build();
    }

    /** Lets MyBatis-Plus check and raise the revision of a sale with every update. */
    @Bean
    MybatisPlusInterceptor optimisticLocking() {
        MybatisPlusInterceptor interceptor = new MybatisPlusInterceptor();
        interceptor.addInnerInterceptor(new OptimisticLockerInnerInterceptor());
        return interceptor;
    }

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("Stock", "Products, sales, and reservations: what may be bought, and buying it.");
    }

    @Bean
    PublicPaths salesAreForEverybody() {
        return requests -> requests.requestMatchers(HttpMethod.GET, "/api/sales", "/api/sales/*")
                .permitAll();
    }
}
