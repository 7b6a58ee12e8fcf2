package io.flashsale.stock.reconciliation;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.Pages;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Compares every recent sale in Redis with MySQL, again and again, and reports what differs.
 *
 * <p>A difference that stood through {@value #CERTAIN_AFTER} comparisons in a row is removed by a rebuild, which is safe
 * at any time, as it closes the gate first.
 */
@Component
class Reconciliation {

    private static final Logger log = LoggerFactory.getLogger(Reconciliation.class);

    static final int CERTAIN_AFTER = 3;

    private final Comparer comparer;
    private final StockGateWarmUp.Campaigns campaigns;
    private final StockGateWarmUp warmUp;

    /** Sales that differ, and in how many comparisons in a row they did. */
    private final Map<Long, Integer> suspects = new ConcurrentHashMap<>();

    Reconciliation(
            Comparer comparer, StockGateWarmUp.Campaigns campaigns, StockGateWarmUp warmUp, MeterRegistry meters) {
        this.comparer = comparer;
        this.campaigns = campaigns;
        this.warmUp = warmUp;
        Gauge.builder("flashsale.reconciliation.drifted.sales", suspects, Map::size)
                .description("sales in which Redis and MySQL differ although nothing is under way")
                .register(meters);
    }

    /** One comparison of all sales; to be called again and again. */
    void run() throws InterruptedException {
        try {
            Pages<Campaign> sales = campaigns::wanted;
            for (List<Campaign> page : (Iterable<List<Campaign>>) sales.stream()::iterator) {
                List<Long> ids = page.stream().map(Campaign::id).toList();
                for (var compared : comparer.compare(ids).entrySet()) {
                    note(compared.getKey(), compared.getValue());
                }
            }
        } catch (UnknownProgressException | RedisException | DataAccessException | TransactionException fault) {
            log.warn("Redis and MySQL cannot be compared now: {}", fault.getMessage());
        }
    }

    private void note(long saleId, Comparison comparison) throws InterruptedException {
        switch (comparison) {
            case Comparison.Agreed _, Comparison.Cold _ -> suspects.remove(saleId);
            case Comparison.Busy _ -> {} // says nothing, for or against
            case Comparison.Drifted drift -> {
                int times = suspects.merge(saleId, 1, Integer::sum);
                log.warn("sale {}: Redis and MySQL differ for the {}. time: {}", saleId, times, drift);
                if (times >= CERTAIN_AFTER && warmUp.rebuild(List.of(saleId))) {
                    suspects.remove(saleId);
                }
            }
        }
    }
}
