package io.flashsale.gateway.admission;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.gateway.ratelimit.UserLimit;
import io.flashsale.gateway.refusal.Refusals;
import io.flashsale.gateway.routing.RequestBodies;
import io.flashsale.gateway.soldout.SoldOutSales;
import io.flashsale.gateway.upstream.Upstreams;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class AdmissionGroupingConfiguration {

    private static final Duration TOKEN_INTERVAL = Duration.ofSeconds(1);

    /** Right before the general token check; after the limit for addresses and the session. */
    private static final int BEFORE_TOKEN_CHECK = SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1;

    @Bean
    GatewayToken gatewayToken(
            Upstreams services, AdmissionGroupingProperties properties, JsonMapper json, Clock clock) {
        if (properties.secret() == null) {
            throw new IllegalStateException("flashsale.gateway.admission.secret is not set: give the gateway the secret"
                    + " that order-service knows it by (environment variable FLASHSALE_GATEWAY_ADMISSION_SECRET, and"
                    + " FLASHSALE_JWT_GATEWAY_SECRET there)");
        }
        return new GatewayToken(services.order(), properties.secret(), json, clock);
    }

    @Bean
    RepeatedTask renewingGatewayToken(GatewayToken token) {
        return new RepeatedTask("gateway-token", TOKEN_INTERVAL, token::renewIfDue);
    }

    /** The bean name is also its name in the readiness group. */
    @Bean
    GatewayTokenHealthIndicator gatewayTokenHeld(GatewayToken token) {
        return new GatewayTokenHealthIndicator(token);
    }

    @Bean
    SaleReservations saleReservations(
            Upstreams services,
            GatewayToken token,
            AdmissionGroupingProperties properties,
            SoldOutSales soldOutSales,
            JsonMapper json,
            MeterRegistry meters,
            OrderTrace trace,
            Clock clock) {
        FollowedCalls calls = new FollowedCalls(new AdmissionCalls(services.stock(), token, json), trace);
        return new SaleReservations(
                new AdmissionLanes("stock-service", services.stock().size(), calls, properties, meters),
                soldOutSales,
                new SalesByTicket(clock),
                meters);
    }

    @Bean
    CouponClaims couponClaims(
            Upstreams services,
            GatewayToken token,
            AdmissionGroupingProperties properties,
            JsonMapper json,
            MeterRegistry meters) {
        AdmissionCalls calls = new AdmissionCalls(services.coupon(), token, json);
        return new CouponClaims(
                new AdmissionLanes("coupon-service", services.coupon().size(), calls, properties, meters));
    }

    @Bean
    FilterRegistrationBean<AdmissionFilter> admissionFilter(
            List<AdmissionTarget> targets,
            BearerTokenResolver tokens,
            JwtDecoder decoder,
            UserLimit userLimit,
            Refusals refusals,
            RequestBodies bodies,
            OrderTrace trace) {
        AdmissionFilter filter = new AdmissionFilter(
                targets,
                tokens,
                decoder,
                refusals,
                new FollowedAdmission(new GatewayAdmission(userLimit, refusals, bodies), trace));
        FilterRegistrationBean<AdmissionFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(BEFORE_TOKEN_CHECK);
        return registration;
    }
}
