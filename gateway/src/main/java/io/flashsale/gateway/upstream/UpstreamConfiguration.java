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

    private final UpstreamProperties properties;
    private final MeterRegistry meters;

    UpstreamConfiguration(UpstreamProperties properties, MeterRegistry meters) {
        this.properties = properties;
        this.meters = meters;
    }

    /** One pool for the event streams of all services. */
    @Bean
    CloseableHttpClient eventStreams() {
        return HttpClientFactory.create(properties, properties.eventStreams(), Duration.ZERO);
    }

    @Bean
    Upstreams upstreams(ServiceAddresses addresses, CloseableHttpClient eventStreams) {
        Duration usual = properties.responseTimeout();
        Duration audits = properties.auditResponseTimeout();
        return new Upstreams(
                upstream("stock-service", addresses.stockUrl(), usual, eventStreams),
                upstream("order-service", addresses.orderUrl(), usual, eventStreams),
                upstream("coupon-service", addresses.couponUrl(), usual, eventStreams),
                upstream("control-room", addresses.controlRoomUrl(), audits, eventStreams),
                upstream("lock-lab", addresses.lockLabUrl(), audits, eventStreams));
    }

    private Upstream upstream(String service, URI url, Duration responseTimeout, CloseableHttpClient eventStreams) {
        CloseableHttpClient calls = HttpClientFactory.create(properties, properties.connections(), responseTimeout);
        return new Upstream(HttpHost.create(url), calls, eventStreams, breaker(service));
    }

    /**
     * Opens when half of the calls of the last ten seconds failed, and after at least 10; what failed before says nothing
     * about now. When its time is over one call tries, and its success closes it: while several try, a crowd in front of a
     * healthy service would be refused.
     */
    private CircuitBreaker breaker(String service) {
        CircuitBreaker breaker = CircuitBreaker.of(
                service,
                CircuitBreakerConfig.custom()
                        .slidingWindow(10, 10, SlidingWindowType.TIME_BASED)
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
