package io.flashsale.commons.client;

import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.tracing.TraceParent;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/**
 * Makes clients of other services, with time limits. They send the service's own token if it has one, never that of
 * the shopper, the request's correlation id, and the current span of followed clicks. They send nothing twice: another
 * instance is tried only if the connection failed.
 */
public final class ServiceClients {

    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

    private final ObjectProvider<RestClient.Builder> builders;
    private final @Nullable ServiceToken token;

    ServiceClients(ObjectProvider<RestClient.Builder> builders, @Nullable ServiceToken token) {
        this.builders = builders;
        this.token = token;
    }

    /**
     * @param instances scheme, host and port of each instance of the service, or the one address of a load balancer
     * @param answerTimeout how long an answer may take, once connected
     */
    public RestClient of(List<URI> instances, Duration answerTimeout) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // by default it tries to upgrade plain connections to HTTP/2
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(answerTimeout);
        return builders.getObject()
                .baseUrl(instances.getFirst().toString())
                .requestFactory(requests)
                .requestInterceptor(identifyingUs())
                .requestInterceptor(new Instances(instances))
                .build();
    }

    /** The same for the interfaces of {@code contracts}: the factory makes implementations of them. */
    public HttpServiceProxyFactory proxiesOf(List<URI> instances, Duration answerTimeout) {
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(of(instances, answerTimeout)))
                .build();
    }

    private ClientHttpRequestInterceptor identifyingUs() {
        return (request, body, execution) -> {
            if (token != null) {
                request.getHeaders().setBearerAuth(token.current());
            }
            String correlationId = MDC.get(CorrelationIdFilter.KEY);
            if (correlationId != null) {
                request.getHeaders().set(CorrelationIdFilter.HEADER, correlationId);
            }
            TraceParent.current().ifPresent(span -> request.getHeaders().set(TraceParent.HEADER, span.toString()));
            return execution.execute(request, body);
        };
    }
}
