package io.flashsale.gateway.edge;

import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.contracts.admission.IdempotencyKeyHeader;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.PurchasePriceHeader;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/** Runs before everything that may refuse, so that foreign pages can read refusals, too. */
@Configuration(proxyBeanMethods = false)
class CorsConfiguration {

    /**
     * Lists the foreign pages that may use the API.
     *
     * @param allowedOrigins such as {@code https://shop.example}; none by default, since our own pages need none
     */
    @ConfigurationProperties("flashsale.gateway.cors")
    record CorsProperties(@DefaultValue List<String> allowedOrigins) {}

    @Bean
    FilterRegistrationBean<CorsFilter> cors(CorsProperties properties, Refusals refusals) {
        CorsFilter filter = new CorsFilter(allowing(properties.allowedOrigins()));
        Refusal refusal = refusals.of(ProblemType.FORBIDDEN);
        filter.setCorsProcessor(new DefaultCorsProcessor() {
            @Override
            protected void rejectRequest(ServerHttpResponse response) throws IOException {
                response.setStatusCode(HttpStatusCode.valueOf(refusal.type().status()));
                response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
                response.getBody().write(refusal.body());
                response.flush();
            }
        });
        FilterRegistrationBean<CorsFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1); // the correlation id comes first
        registration.setEnabled(!properties.allowedOrigins().isEmpty());
        return registration;
    }

    private static UrlBasedCorsConfigurationSource allowing(List<String> origins) {
        var allowed = new org.springframework.web.cors.CorsConfiguration();
        allowed.setAllowedOrigins(origins);
        allowed.setAllowedMethods(List.of("GET", "HEAD", "POST", "PATCH"));
        allowed.setAllowedHeaders(List.of(
                HttpHeaders.AUTHORIZATION,
                HttpHeaders.CONTENT_TYPE,
                "Last-Event-ID",
                CorrelationIdFilter.HEADER,
                IdempotencyKeyHeader.NAME,
                PurchaseTicketHeader.NAME,
                PurchasePriceHeader.NAME));
        allowed.setExposedHeaders(List.of(HttpHeaders.LOCATION, HttpHeaders.RETRY_AFTER, CorrelationIdFilter.HEADER));
        allowed.setMaxAge(Duration.ofHours(1));
        var source = new UrlBasedCorsConfigurationSource();
        source.registerCorsConfiguration("/api/**", allowed);
        return source;
    }
}
