package io.flashsale.order;

import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;

/** The topics that this service reads and writes; as many replicas as the broker makes by default. */
@Configuration(proxyBeanMethods = false)
class TopicConfiguration {

    /** The most consumers that can share the work. */
    private static final int PARTITIONS = 16;

    @Bean
    NewTopic reservationsTopic() {
        return TopicBuilder.name(StockReserved.TOPIC).partitions(PARTITIONS).build();
    }

    @Bean
    NewTopic deadLettersTopic() {
        return TopicBuilder.name(StockReserved.DEAD_LETTER_TOPIC).partitions(1).build();
    }

    @Bean
    NewTopic orderEventsTopic() {
        return TopicBuilder.name(OrderReleased.TOPIC).partitions(PARTITIONS).build();
    }

    /** Written by us; it must be there even if coupon-service has never run. */
    @Bean
    NewTopic couponSettlementsTopic() {
        return TopicBuilder.name(CouponSettled.TOPIC).partitions(PARTITIONS).build();
    }
}
