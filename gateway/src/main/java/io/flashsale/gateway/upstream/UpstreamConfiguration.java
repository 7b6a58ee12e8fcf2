package io.flashsale.gateway.upstream;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.HttpHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class UpstreamConfiguration {

    private static final Logger log = LoggerFactory.getLogger(Upstream.class);

    @Bean
    CloseableHttpClient stockCalls(UpstreamProperties properties) {
        return calls(properties);
    }

    @Bean
    CloseableHttpClient orderCalls(UpstreamProperties properties) {
        return calls(properties);
    }

    @Bean
    CloseableHttpClient couponCalls(UpstreamProperties properties) {
        return calls(properties);
    }

    @Bean
    CloseableHttpClient controlRoomCalls(UpstreamProperties properties) {
        return HttpClients5.create(properties, properties.connections(), properties.auditResponseTimeout());
    }

    @Bean
    CloseableHttpClient lockLabCalls(UpstreamProperties properties) {
        return HttpClients5.create(properties, properties.connections(), properties.auditResponseTimeout());
    }

    @Bean
    CloseableHttpClient eventStreams(UpstreamProperties properties) {
        return HttpClients5.create(properties, properties.eventStreams(), Duration.ZERO);
    }

    @Bean
    Upstreams upstreams(
            ServiceAddresses at,
            UpstreamProperties properties,
            CloseableHttpClient stockCalls,
            CloseableHttpClient orderCalls,
            CloseableHttpClient couponCalls,
            CloseableHttpClient controlRoomCalls,
            CloseableHttpClient lockLabCalls,
            CloseableHttpClient eventStreams,
            MeterRegistry meters) {
        return new Upstreams(
                new Upstream(
                        host(at.stockUrl()), stockCalls, eventStreams, breaker("stock-service", properties, meters)),
                new Upstream(
                        host(at.orderUrl()), orderCalls, eventStreams, breaker("order-service", properties, meters)),
                new Upstream(
                        host(at.couponUrl()), couponCalls, eventStreams, breaker("coupon-service", properties, meters)),
                new Upstream(
                        host(at.controlRoomUrl()),
                        controlRoomCalls,
                        eventStreams,
                        breaker("control-room", properties, meters)),
                new Upstream(
                        host(at.lockLabUrl()), lockLabCalls, eventStreams, breaker("lock-lab", properties, meters)));
    }

    private static CloseableHttpClient calls(UpstreamProperties properties) {
        return HttpClients5.create(properties, properties.connections(), properties.responseTimeout());
    }

    private static HttpHost host(URI url) {
        return HttpHost.create(url);
    }

    /**
     * Opens when half of the last 50 calls failed, and after at least 10. When its time is over one call tries, and its
     * success closes it: while several try, a crowd in front of a healthy service would be refused.
     */
    private static CircuitBreaker breaker(String service, UpstreamProperties properties, MeterRegistry meters) {
        CircuitBreaker breaker = CircuitBreaker.of(
                service,
                CircuitBreakerConfig.custom()
                        .slidingWindow(50, 10, SlidingWindowType.COUNT_BASED)
                        .failureRateThreshold(50)
                        .waitDurationInOpenState(properties.breakerOpenFor())
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .maxWaitDurationInHalfOpenState(
                                properties.responseTimeout().plus(properties.breakerOpenFor()))
                        .writableStackTraceEnabled(false)
                        .build());
        breaker.getEventPublisher()
                .onStateTransition(event -> log.warn("{}: circuit breaker {}", service, event.getStateTransition()));
        Gauge.builder(
                        "flashsale.gateway.breaker.open",
                        breaker,
                        it -> it.getState() == CircuitBreaker.State.OPEN ? 1 : 0)
                .description("1 while calls to the service are refused because it fails")
                .tag("service", service)
                .register(meters);
        return breaker;
    }
}
