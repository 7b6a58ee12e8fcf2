package io.flashsale.order.stock;

import io.flashsale.contracts.reservation.ReservationLookup;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.MissingSettingException;
import io.flashsale.order.token.ServiceTokens;
import io.flashsale.web.correlation.CorrelationIdFilter;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** The clients of stock-service's internal interfaces: bounded in time, with our token and the caller's correlation id. */
@Configuration(proxyBeanMethods = false)
class StockServiceClients {

    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

    @Bean
    HttpServiceProxyFactory stockService(
            RestClient.Builder builder, StockServiceProperties services, ServiceTokens tokens) {
        if (services.stockUrl() == null) {
            throw new MissingSettingException(
                    "flashsale.services.stock-url is not set.",
                    "Say where stock-service is (environment variable FLASHSALE_SERVICES_STOCK_URL).");
        }
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // the default tries to upgrade each plain connection to HTTP/2
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(READ_TIMEOUT);
        RestClient client = builder.baseUrl(services.stockUrl().toString())
                .requestFactory(requests)
                .requestInterceptor(identifyingUs(tokens))
                .build();
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                .build();
    }

    @Bean
    StockLedger stockLedger(HttpServiceProxyFactory stockService) {
        return stockService.createClient(StockLedger.class);
    }

    @Bean
    ReservationLookup reservationLookup(HttpServiceProxyFactory stockService) {
        return stockService.createClient(ReservationLookup.class);
    }

    private static ClientHttpRequestInterceptor identifyingUs(ServiceTokens tokens) {
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
