package io.flashsale.order.http;

import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.order.token.ServiceTokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Makes clients of other services: bounded in time, with our token and the caller's correlation id. */
@Component
public class ServiceClients {

    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

    private final ObjectProvider<RestClient.Builder> builders;
    private final ServiceTokens tokens;

    ServiceClients(ObjectProvider<RestClient.Builder> builders, ServiceTokens tokens) {
        this.builders = builders;
        this.tokens = tokens;
    }

    /**
     * @param answer how long an answer may take, once connected
     */
    public HttpServiceProxyFactory of(URI service, Duration answer) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // the default tries to upgrade each plain connection to HTTP/2
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(answer);
        RestClient client = builders.getObject()
                .baseUrl(service.toString())
                .requestFactory(requests)
                .requestInterceptor(identifyingUs())
                .build();
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                .build();
    }

    private ClientHttpRequestInterceptor identifyingUs() {
        return (request, body, execution) -> {
            request.getHeaders().setBearerAuth(tokens.current());
            String correlationId = MDC.get(CorrelationIdFilter.KEY);
            if (correlationId != null) {
                request.getHeaders().set(CorrelationIdFilter.HEADER, correlationId);
            }
            return execution.execute(request, body);
        };
    }
}
