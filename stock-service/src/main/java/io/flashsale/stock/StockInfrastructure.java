package io.flashsale.stock;

import io.flashsale.commons.kafka.Topics;
import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.ServerSpans;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.kafka.core.KafkaAdmin;

/** The beans that the features of this service share. */
@Configuration(proxyBeanMethods = false)
class StockInfrastructure {

    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(8, 32, Recovery.ONE_RETRY)::configure;
    }

    @Bean
    KafkaAdmin.NewTopics topics() {
        return new KafkaAdmin.NewTopics(
                Topics.of(StockReserved.TOPIC),
                Topics.of(OrderReleased.TOPIC),
                Topics.of(MessageForShopper.TOPIC),
                Topics.forDeadLetters(OrderReleased.DEAD_LETTER_TOPIC));
    }

    /** For reservations and deductions, which gateway and order-service ask for. */
    @Bean
    ServerSpans serverSpans(OrderTrace trace) {
        return new ServerSpans(trace);
    }

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("Stock", "Products, sales, and reservations: what may be bought, and buying it.");
    }

    @Bean
    PublicPaths salesAreForEverybody() {
        return requests -> requests.requestMatchers(
                        HttpMethod.GET, "/api/sales", "/api/sales/*", "/api/sales/*/entry/serving")
                .permitAll();
    }
}
