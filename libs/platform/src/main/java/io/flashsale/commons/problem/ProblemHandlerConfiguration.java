package io.flashsale.commons.problem;

import java.util.List;
import org.apache.catalina.Pipeline;
import org.apache.catalina.Valve;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Registers the handlers that turn exceptions and the container's errors into problems. */
@Configuration(proxyBeanMethods = false)
@Import({
    ProblemHandler.class,
    DatabaseProblemHandler.class,
    ProblemErrorController.class,
    ContentTypeFilter.class,
    ProblemResponses.class
})
public class ProblemHandlerConfiguration {

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
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer(ProblemResponses problems) {
        return server -> server.addContextCustomizers(context -> {
            StandardHost host = (StandardHost) context.getParent();
            host.setErrorReportValveClass("");
            Pipeline pipeline = host.getPipeline();
            for (Valve valve : pipeline.getValves()) {
                if (valve instanceof ErrorReportValve) {
                    pipeline.removeValve(valve);
                }
            }
            pipeline.addValve(new ProblemReportValve(problems));
        });
    }

    /**
     * Ignores an unreadable Accept header. A refusal would need a form that the caller accepts, so it would be a status
     * without a problem.
     */
    private static final class LenientAccept extends HeaderContentNegotiationStrategy {

        @Override
        public List<MediaType> resolveMediaTypes(NativeWebRequest request) {
            try {
                return super.resolveMediaTypes(request);
            } catch (HttpMediaTypeNotAcceptableException unreadable) {
                return MEDIA_TYPE_ALL_LIST;
            }
        }
    }
}
