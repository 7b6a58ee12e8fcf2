package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RateLimitConfiguration {

    @Bean
    TokenBuckets addresses(RateLimitProperties limits, Ticker ticker) {
        return new TokenBuckets(limits.address(), ticker);
    }

    /** Only for the port of the shop. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> malformedRequests(
            TokenBuckets addresses, RateLimited rateLimited) {
        return server -> server.addEngineValves(new MalformedRequests(addresses, rateLimited));
    }
}
