package io.flashsale.coupon.sale;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Of which product a sale is: asked of stock-service once and remembered, because that never changes. */
@Component
public class SaleProducts {

    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(1);

    /** No product has this id. */
    private static final long NONE = 0;

    private final RestClient stockService;
    private final Cache<Long, Long> known =
            Caffeine.newBuilder().maximumSize(10_000).build();

    SaleProducts(RestClient.Builder builder, StockServiceProperties services) {
        if (services.stockUrl() == null) {
            throw new IllegalStateException(
                    "flashsale.services.stock-url is not set: say where stock-service is (environment variable"
                            + " FLASHSALE_SERVICES_STOCK_URL)");
        }
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(READ_TIMEOUT);
        stockService = builder.baseUrl(services.stockUrl().toString())
                .requestFactory(requests)
                .build();
    }

    private record Sale(Product product) {}

    private record Product(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id) {}

    /**
     * The product's id, or 0 if there is no such sale.
     *
     * @throws ProblemException 503 when stock-service does not say
     */
    public long productOf(long saleId) {
        Long before = known.getIfPresent(saleId);
        if (before != null) {
            return before;
        }
        try {
            Sale sale =
                    stockService.get().uri("/api/sales/{id}", saleId).retrieve().requiredBody(Sale.class);
            known.put(saleId, sale.product().id());
            return sale.product().id();
        } catch (HttpClientErrorException.NotFound unknown) {
            return NONE;
        } catch (RestClientException unreachable) {
            throw new ProblemException(
                    ProblemType.SERVICE_UNAVAILABLE, "Nobody can tell now whether the coupon is good for this sale.");
        }
    }
}
