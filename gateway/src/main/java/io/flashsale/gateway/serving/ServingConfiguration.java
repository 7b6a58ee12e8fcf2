package io.flashsale.gateway.serving;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.gateway.edge.Refusal;
import io.flashsale.gateway.edge.Refusals;
import io.flashsale.gateway.upstream.Upstream;
import io.flashsale.gateway.upstream.UpstreamException;
import io.flashsale.gateway.upstream.UpstreamReply;
import io.flashsale.gateway.upstream.UpstreamRequest;
import io.flashsale.gateway.upstream.Upstreams;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ServingConfiguration {

    private static final Logger log = LoggerFactory.getLogger(ServingConfiguration.class);

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

    /** Asks stock-service; returns a problem of our own if it does not answer. */
    private static UpstreamReply ask(Upstream stock, Refusals refusals, long saleId) {
        try {
            return stock.exchange(new UpstreamRequest("GET", "/api/sales/" + saleId + "/entry/serving"));
        } catch (UpstreamException away) {
            log.debug("what is served in sale {} is not known now: {}", saleId, away.getMessage());
            Refusal refusal = refusals.of(away.problem());
            return new UpstreamReply(refusal.type().status(), refusal.body(), null);
        }
    }

    @Bean
    RepeatedTask servingWatching(ServingAnswers answers, ServingProperties properties) {
        return new RepeatedTask("serving-watching", properties.pollInterval(), answers::refreshAll);
    }
}
