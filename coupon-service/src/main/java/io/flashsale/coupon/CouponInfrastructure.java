package io.flashsale.coupon;

import io.flashsale.admission.spring.reconciliation.QueueLag;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.Topics;
import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.transaction.PlatformTransactionManager;

/** Provides what all features of this service share. */
@Configuration(proxyBeanMethods = false)
class CouponInfrastructure {

    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(4, 24, Recovery.ONE_RETRY)::configure;
    }

    @Bean
    KafkaAdmin.NewTopics topics() {
        return new KafkaAdmin.NewTopics(
                Topics.of(CouponClaimed.TOPIC),
                Topics.of(CouponSettled.TOPIC),
                Topics.forDeadLetters(CouponClaimed.DEAD_LETTER_TOPIC),
                Topics.forDeadLetters(CouponSettled.DEAD_LETTER_TOPIC));
    }

    @Bean
    OptimisticTransaction couponTransaction(PlatformTransactionManager transactions, MeterRegistry meters) {
        return new OptimisticTransaction(
                transactions,
                Counter.builder("flashsale.coupons.conflicts")
                        .description("transactions on coupons that had to be tried again")
                        .register(meters));
    }

    @Bean
    QueueLag settlementLag(ConsumerProgress progress, MeterRegistry meters) {
        return new QueueLag("flashsale.settlements.lag", CouponSettled.TOPIC, CouponSettled.GROUP, progress, meters);
    }

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("Coupons", "Coupon templates, claiming coupons, and the coupons that one has.");
    }

    @Bean
    PublicPaths templatesAreForEverybody() {
        return requests ->
                requests.requestMatchers(HttpMethod.GET, "/api/coupons").permitAll();
    }
}
