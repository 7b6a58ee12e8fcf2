package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.gateway.refusal.Refusals;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.time.Clock;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RateLimitConfiguration {

    /** Runs first of all, so that requests above the limit cost nothing. */
    private static final int BEFORE_TOKEN_CHECK = SecurityFilterProperties.DEFAULT_FILTER_ORDER - 3;

    private static final int AFTER_TOKEN_CHECK = SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1;

    @Bean
    RateLimited rateLimited(Refusals refusals, MeterRegistry meters) {
        return new RateLimited(refusals, meters);
    }

    @Bean
    TokenBuckets<Object> addresses(RateLimitProperties limits, Ticker ticker) {
        return new TokenBuckets<>(limits.address(), ticker);
    }

    @Bean
    FilterRegistrationBean<AddressLimitFilter> addressLimit(
            TokenBuckets<Object> addresses,
            RateLimitProperties limits,
            RateLimited rateLimited,
            Clock clock,
            Ticker ticker) {
        WrongPasswords wrongPasswords = new WrongPasswords(limits, clock);
        return once(new AddressLimitFilter(addresses, limits, rateLimited, wrongPasswords, ticker), BEFORE_TOKEN_CHECK);
    }

    /** Only for the port of the shop. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> malformedRequests(
            TokenBuckets<Object> addresses, RateLimited rateLimited) {
        return server -> server.addEngineValves(new MalformedRequests(addresses, rateLimited));
    }

    @Bean
    UserLimit userLimit(RateLimitProperties limits, RateLimited rateLimited, Ticker ticker) {
        return new UserLimit(limits, rateLimited, ticker);
    }

    @Bean
    FilterRegistrationBean<UserLimitFilter> userLimitFilter(UserLimit limit) {
        return once(new UserLimitFilter(limit), AFTER_TOKEN_CHECK);
    }

    private static <F extends Filter> FilterRegistrationBean<F> once(F filter, int order) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(order);
        return registration;
    }
}
