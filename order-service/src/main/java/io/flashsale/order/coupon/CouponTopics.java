package io.flashsale.order.coupon;

import io.flashsale.contracts.coupon.CouponSettled;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;

@Configuration(proxyBeanMethods = false)
class CouponTopics {

    private static final int PARTITIONS = 16;

    /** Written by us; it must be there even if coupon-service has never run. */
    @Bean
    NewTopic couponSettlementsTopic() {
        return TopicBuilder.name(CouponSettled.TOPIC).partitions(PARTITIONS).build();
    }
}
