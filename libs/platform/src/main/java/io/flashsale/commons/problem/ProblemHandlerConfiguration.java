package io.flashsale.commons.problem;

import jakarta.servlet.DispatcherType;
import java.util.List;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Valve;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Registers the handlers that turn exceptions and the container's errors into problems. */
@Configuration(proxyBeanMethods = false)
@Import({ProblemHandler.class, DatabaseProblemHandler.class, ProblemErrorController.class})
public class ProblemHandlerConfiguration {

    private static final int AFTER_TOKEN_CHECK = SecurityFilterProperties.DEFAULT_FILTER_ORDER + 2;

    @Bean
    FilterRegistrationBean<ContentTypeFilter> contentTypeFilter(JsonMapper json) {
        FilterRegistrationBean<ContentTypeFilter> registration =
                new FilterRegistrationBean<>(new ContentTypeFilter(json));
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setOrder(AFTER_TOKEN_CHECK);
        return registration;
    }

    @Bean
    WebMvcConfigurer lenientAccept() {
        return new WebMvcConfigurer() {
            @Override
            public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
                negotiation.strategies(List.of(new LenientAccept()));
            }
        };
    }

    /** Replaces Tomcat's own report, and the one that Spring Boot adds. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer(JsonMapper json) {
        return server -> server.addContextCustomizers(context -> {
            StandardHost host = (StandardHost) context.getParent();
            host.setErrorReportValveClass("");
            Pipeline pipeline = host.getPipeline();
            for (Valve valve : pipeline.getValves()) {
                if (valve instanceof ErrorReportValve) {
                    pipeline.removeValve(valve);
                }
            }
            pipeline.addValve(new ProblemReportValve(json));
        });
    }
}
