package io.flashsale.order;

import io.flashsale.commons.kafka.Topics;
import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.session.ProviderLogIns;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import jakarta.servlet.DispatcherType;
import org.redisson.spring.starter.RedissonAutoConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.kafka.core.KafkaAdmin;

/** Provides what all features of this service share. */
@Configuration(proxyBeanMethods = false)
class OrderInfrastructure {

    /** Redis only makes this service faster. Every caller bounds its own wait and works without it. */
    @Bean
    RedissonAutoConfigurationCustomizer redisConnections() {
        return new RedisConnections(24, 64, Recovery.ONE_RETRY)::configure;
    }

    /** Includes topics that other services also declare, because those services may never have run. */
    @Bean
    KafkaAdmin.NewTopics topics() {
        return new KafkaAdmin.NewTopics(
                Topics.of(StockReserved.TOPIC),
                Topics.forDeadLetters(StockReserved.DEAD_LETTER_TOPIC),
                Topics.of(OrderReleased.TOPIC),
                Topics.of(CouponSettled.TOPIC),
                Topics.of(MessageForShopper.TOPIC),
                Topics.forDeadLetters(MessageForShopper.DEAD_LETTER_TOPIC));
    }

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Orders", "Accounts, orders, payment, and what an operator needs to look after them.");
    }

    @Bean
    PublicPaths publicPaths() {
        return requests -> {
            requests.requestMatchers(HttpMethod.POST, "/api/accounts", "/api/login")
                    .permitAll();
            requests.requestMatchers(HttpMethod.GET, "/api/login", "/.well-known/jwks.json", "/api/payments/methods")
                    .permitAll();
            requests.requestMatchers(ProviderLogIns.BEGIN_PATH, ProviderLogIns.FINISH_PATH)
                    .hasRole(Tokens.GATEWAY);
            // The caller shows a secret and gets a token for it.
            requests.requestMatchers(HttpMethod.POST, Tokens.GATEWAY_TOKEN_PATH).permitAll();
            // The payment provider proves itself by its signature, not by a token.
            requests.requestMatchers(HttpMethod.POST, "/api/payments/notifications")
                    .permitAll();
            // Neither does the shopper on the mock provider's page, whose address is a secret.
            requests.requestMatchers("/api/mock-provider/steps/**").permitAll();
            // The first dispatch authorised the event stream; the later ones only end it.
            requests.dispatcherTypeMatchers(DispatcherType.ASYNC).permitAll();
        };
    }
}
