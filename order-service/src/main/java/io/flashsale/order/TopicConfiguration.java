package io.flashsale.order;

import io.flashsale.commons.kafka.Topics;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * Declares the topics that this service reads and writes. Topics that other services also declare are included,
 * because those services may never have run.
 */
@Configuration(proxyBeanMethods = false)
class TopicConfiguration {

    @Bean
    KafkaAdmin.NewTopics topics() {
        return new KafkaAdmin.NewTopics(
                Topics.of(StockReserved.TOPIC),
                Topics.forDeadLetters(StockReserved.DEAD_LETTER_TOPIC),
                Topics.of(OrderReleased.TOPIC),
                Topics.of(CouponSettled.TOPIC));
    }
}
