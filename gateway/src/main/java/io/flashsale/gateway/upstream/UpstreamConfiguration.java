package io.flashsale.gateway.upstream;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.storefront.LockLabPresence;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.HttpHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class UpstreamConfiguration {

    private static final Logger log = LoggerFactory.getLogger(Upstream.class);

    /** How long the control room and the lock lab may be silent: an audit may wait a minute for the queues. */
    private static final Duration AUDIT_RESPONSE_TIMEOUT = Duration.ofSeconds(75);

    /** How long an instance that failed gets no calls, before one trial call. */
    static final Duration BREAKER_OPEN_FOR = Duration.ofSeconds(1);

    private final UpstreamProperties properties;
    private final MeterRegistry meters;
    private final Clock clock;
    private final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();

    UpstreamConfiguration(UpstreamProperties properties, MeterRegistry meters, Clock clock) {
        this.properties = properties;
        this.meters = meters;
        this.clock = clock;
    }

    /** One pool for the event streams of all services. */
    @Bean
    CloseableHttpClient eventStreams() {
        return HttpClientFactory.create(properties, properties.eventStreams(), 1, Duration.ZERO);
    }

    @Bean
    CircuitBreakerRegistry breakers() {
        return breakers;
    }

    @Bean
    Upstreams upstreams(ServiceAddresses addresses, CloseableHttpClient eventStreams) {
        Duration usual = properties.responseTimeout();
        return new Upstreams(
                upstream("stock-service", addresses.stockUrl(), usual, eventStreams),
                upstream("order-service", addresses.orderUrl(), usual, eventStreams),
                upstream("coupon-service", addresses.couponUrl(), usual, eventStreams),
                upstream("control-room", addresses.controlRoomUrl(), AUDIT_RESPONSE_TIMEOUT, eventStreams),
                Optional.of(addresses.lockLabUrl())
                        .filter(urls -> !urls.isEmpty())
                        .map(urls -> upstream("lock-lab", urls, AUDIT_RESPONSE_TIMEOUT, eventStreams)));
    }

    @Bean
    LockLabPresence lockLabPresence(Upstreams upstreams) {
        return new LockLabPresence(upstreams.lockLab().isPresent());
    }

    @Bean
    StockPreviews salePreviews(Upstreams upstreams, JsonMapper json, Ticker ticker) {
        return new StockPreviews(upstreams.stock(), json, ticker);
    }

    private Upstream upstream(
            String service, List<URI> urls, Duration responseTimeout, CloseableHttpClient eventStreams) {
        List<Instance> instances = urls.stream()
                .map(HttpHost::create)
                .map(host -> new Instance(host, breaker(service, host, responseTimeout)))
                .toList();
        CloseableHttpClient calls =
                HttpClientFactory.create(properties, Upstream.CONNECTIONS, instances.size(), responseTimeout);
        return new Upstream(instances, calls, eventStreams);
    }

    /**
     * The breaker of one instance.
     *
     * <p>It opens when half of the calls of the last ten seconds failed, after at least 10 calls. Older failures do
     * not count. After the waiting time one trial call decides, and its success closes the breaker. With several
     * trial calls a crowd before a healthy service would still be refused. Other calls wait until the trial ends or
     * its time limit passes.
     */
    private CircuitBreaker breaker(String service, HttpHost instance, Duration responseTimeout) {
        CircuitBreaker breaker = breakers.circuitBreaker(
                service + " at " + instance.toURI(), // with the scheme, which may imply the port
                CircuitBreakerConfig.custom()
                        .slidingWindow(10, 10, SlidingWindowType.TIME_BASED)
                        .failureRateThreshold(50)
                        .waitDurationInOpenState(BREAKER_OPEN_FOR)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .clock(clock)
                        .maxWaitDurationInHalfOpenState(responseTimeout.plus(BREAKER_OPEN_FOR))
                        .writableStackTraceEnabled(false)
                        .build());
        breaker.getEventPublisher()
                .onStateTransition(
                        event -> log.warn("{}: circuit breaker {}", breaker.getName(), event.getStateTransition()));
        Gauge.builder(
                        "flashsale.gateway.breaker.open",
                        breaker,
                        it -> it.getState() == CircuitBreaker.State.CLOSED ? 0 : 1)
                .description(
                        "1 while the instance of the service is not called because it fails, but by one that tries")
                .tag("service", service)
                .tag("address", instance.toHostString())
                .register(meters);
        return breaker;
    }
}
