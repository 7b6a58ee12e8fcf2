package io.flashsale.order.stock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.flashsale.commons.client.ServiceProblems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.stock.StockLedger;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientResponseException;

/**
 * What stock-service has recorded that a sale costs, or once did. A price that comes with a message is the word of whoever can
 * write to the topic; this one is the administrator's. Asked for when a sale or a price is seen for the first time.
 */
@Component
public class RecordedPrices {

    private static final int MAX_SALES = 10_000;

    private final StockLedger ledger;
    private final Cache<Long, Set<Long>> prices =
            Caffeine.newBuilder().maximumSize(MAX_SALES).build();

    RecordedPrices(StockLedger ledger) {
        this.ledger = ledger;
    }

    /**
     * Whether the sale costs that, or did once; of a sale that does not exist nothing is recorded that could contradict. When
     * this throws, nobody knows: ask again.
     */
    public boolean allow(long saleId, long priceCents) {
        Set<Long> known = prices.getIfPresent(saleId);
        if (known != null && known.contains(priceCents)) {
            return true;
        }
        try {
            Set<Long> recorded = ledger.prices(saleId).priceCents();
            prices.put(saleId, recorded);
            return recorded.contains(priceCents);
        } catch (RestClientResponseException refused) {
            if (ServiceProblems.is(ProblemType.SALE_NOT_FOUND, refused)) {
                return true;
            }
            throw refused;
        }
    }
}
