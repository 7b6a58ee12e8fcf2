package io.flashsale.gateway.admission;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.gateway.edge.ReadyOnce;
import io.flashsale.gateway.edge.Refusals;
import io.flashsale.gateway.ratelimit.UserLimit;
import io.flashsale.gateway.routing.RequestBodies;
import io.flashsale.gateway.soldout.SoldOutSales;
import io.flashsale.gateway.upstream.GatewayToken;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.Upstreams;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class AdmissionGroupingConfiguration {

    private static final Duration TOKEN_INTERVAL = Duration.ofSeconds(1);

    /** The most requests of one call, so that no call takes much longer than the others. */
    private static final int MAX_GROUP = 128;

    /** Longer than a call of a busy service takes, so that a further lane opens early only beside one that hangs. */
    private static final Duration PATIENCE = Duration.ofMillis(25);

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
    ReadyOnce gatewayTokenHeld(GatewayToken token) {
        return new ReadyOnce(token::isHeld);
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
        var calls = new AdmissionCalls<>(services.stock(), token, json, AdmissionCall.PATH, AdmissionCall::new);
        return new SaleReservations(
                lanes("stock-service", services.stock(), new FollowedCalls(calls, trace), properties, meters),
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
        var calls = new AdmissionCalls<>(services.coupon(), token, json, AdmissionCall.PATH, AdmissionCall::new);
        return new CouponClaims(lanes("coupon-service", services.coupon(), calls, properties, meters));
    }

    @Bean
    EarlyCall reservationCalls(SaleReservations sales, Admitting admission) {
        return new UnitRequests(sales, admission);
    }

    @Bean
    EarlyCall claimCalls(CouponClaims coupons, Admitting admission) {
        return new UnitRequests(coupons, admission);
    }

    @Bean
    EarlyCall paymentCalls(
            Upstreams services,
            GatewayToken token,
            AdmissionGroupingProperties properties,
            UserLimit userLimit,
            Refusals refusals,
            JsonMapper json,
            MeterRegistry meters) {
        AdmissionCalls<PaymentCall.Line> calls = new AdmissionCalls<>(
                services.order(), token, json, PaymentCall.PATH, (payments, shed) -> new PaymentCall(payments));
        return new PlainPayments(
                lanes("order-service", services.order(), calls, properties, meters), userLimit, refusals);
    }

    private static <L> AdmissionLanes<L> lanes(
            String name,
            Upstream service,
            AdmissionLanes.Calls<L> calls,
            AdmissionGroupingProperties properties,
            MeterRegistry meters) {
        return new AdmissionLanes<>(name, service.size(), calls, MAX_GROUP, PATIENCE, properties, meters);
    }

    @Bean
    Admitting admission(UserLimit userLimit, Refusals refusals, RequestBodies bodies, OrderTrace trace) {
        return new FollowedAdmission(new GatewayAdmission(userLimit, refusals, bodies), trace);
    }
}
