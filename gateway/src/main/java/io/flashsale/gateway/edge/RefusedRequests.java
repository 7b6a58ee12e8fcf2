package io.flashsale.gateway.edge;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** Requests that nobody sends by accident, such as paths with {@code ..}, {@code //} or {@code ;}. */
@Configuration(proxyBeanMethods = false)
class RefusedRequests {

    /** Spring Security's strict firewall finds them; they get a problem like every other bad request. */
    @Bean
    RequestRejectedHandler requestRejectedHandler(Refusals refusals) {
        Refusal invalid = refusals.of(ProblemType.INVALID_REQUEST);
        return (request, response, rejected) -> {
            SecurityLog.refused(SecurityLog.Refusal.MALFORMED, request, 0);
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            invalid.writeTo(response);
        };
    }

    /** On the port of the shop. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> answerHeaders() {
        return server -> server.addEngineValves(new AnswerHeadersValve());
    }

    /**
     * Bodies are passed on as they are: nobody shall take fields out of a form on the way. And who asks first whether to
     * send one (Expect: 100-continue) is told so only when it is going to be read.
     */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> bodiesAreLeftAlone() {
        return server -> server.addConnectorCustomizers(connector -> {
            connector.setParseBodyMethods("");
            connector.setProperty("continueResponseTiming", "onRead");
        });
    }
}
