package io.flashsale.gateway.edge;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/** Handles requests that are never sent by accident, such as paths with {@code ..}, {@code //} or {@code ;}. */
@Configuration(proxyBeanMethods = false)
class RefusedRequests {

    /** Spring Security's strict firewall finds them; this answers them with a problem, like every other bad request. */
    @Bean
    RequestRejectedHandler requestRejectedHandler(Refusals refusals) {
        Refusal invalid = refusals.of(ProblemType.INVALID_REQUEST);
        return (request, response, rejected) -> {
            SecurityLog.refused(SecurityLog.Refusal.MALFORMED, request, 0);
            invalid.writeTo(response);
        };
    }

    /**
     * Leaves bodies as they are. Nothing may parse form fields out of them on the way. A client that sends Expect:
     * 100-continue is told to go on only when its body is going to be read.
     */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> bodiesAreLeftAlone() {
        return server -> server.addConnectorCustomizers(connector -> {
            connector.setParseBodyMethods("");
            connector.setProperty("continueResponseTiming", "onRead");
        });
    }
}
