package io.flashsale.gateway.serving;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import io.flashsale.gateway.serving.WatchedWaitingRoom.Source.Said;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ServingConfiguration {

    private static final Logger log = LoggerFactory.getLogger(ServingConfiguration.class);

    /** The same position as for requests for a unit: after the limit for addresses. */
    private static final int BEFORE_TOKEN_CHECK = SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1;

    @Bean
    ServingAnswers servingAnswers(
            Upstreams services, Refusals refusals, ServingProperties properties, MeterRegistry meters, Clock clock) {
        ServingAnswers answers =
                new ServingAnswers(saleId -> ask(services.stock(), refusals, saleId), properties, clock);
        Gauge.builder("flashsale.gateway.serving.watched", answers, ServingAnswers::count)
                .description("waiting rooms that are watched because somebody waits")
                .register(meters);
        return answers;
    }

    private static Said ask(Upstream stock, Refusals refusals, long saleId) {
        try {
            UpstreamReply reply =
                    stock.exchange(new UpstreamRequest("GET", stock, "/api/sales/" + saleId + "/entry/serving"));
            return new Said(reply.status(), reply.body());
        } catch (UpstreamException away) {
            log.debug("what is served in sale {} is not known now: {}", saleId, away.getMessage());
            Refusal refusal = refusals.of(away.problem());
            return new Said(refusal.type().status(), refusal.body());
        }
    }

    @Bean
    RepeatedTask servingWatching(ServingAnswers answers, ServingProperties properties) {
        return new RepeatedTask("serving-watching", properties.pollInterval(), answers::refreshAll);
    }

    @Bean
    FilterRegistrationBean<ServingFilter> servingFilter(ServingAnswers answers) {
        FilterRegistrationBean<ServingFilter> registration = new FilterRegistrationBean<>(new ServingFilter(answers));
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(BEFORE_TOKEN_CHECK);
        return registration;
    }
}
