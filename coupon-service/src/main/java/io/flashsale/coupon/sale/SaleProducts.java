package io.flashsale.coupon.sale;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.client.ServiceClients;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.time.Duration;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Asks stock-service once for the product of a sale and keeps the answer, because it never changes. */
@Component
public class SaleProducts {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

    /** No product has this id. */
    private static final long NONE = 0;

    private final RestClient stockService;
    private final Cache<Long, Long> known =
            Caffeine.newBuilder().maximumSize(10_000).build();

    SaleProducts(ServiceClients clients, StockServiceProperties services) {
        if (services.stockUrl() == null) {
            throw new MissingSettingException(
                    "flashsale.services.stock-url is not set.",
                    "Say where stock-service is (environment variable FLASHSALE_SERVICES_STOCK_URL).");
        }
        stockService = clients.of(services.stockUrl(), ANSWER_TIMEOUT);
    }

    private record Sale(Product product) {}

    private record Product(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id) {}

    /**
     * Returns the product's id, or 0 if there is no such sale.
     *
     * @throws ProblemException 503 if stock-service does not answer
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
