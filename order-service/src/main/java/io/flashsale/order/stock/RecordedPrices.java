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
 * Checks prices against those that stock-service has recorded for a sale. Anybody who can write to the topic can
 * put a price into a message; the recorded price is the administrator's. stock-service is asked when a sale or a
 * price is seen for the first time.
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
     * Whether the sale has this price or once had it. A sale that does not exist has no recorded price, so any
     * price is allowed. If this throws, the answer is unknown: ask again.
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
