package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.Pages;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Compares every recent campaign in Redis with the database periodically, one instance for all, and reports
 * differences.
 *
 * <p>A rebuild removes a difference that stood through {@value #CERTAIN_AFTER} comparisons in a row; it is safe at
 * any time, because it closes the gate first.
 */
public final class Reconciliation {

    private static final Logger log = LoggerFactory.getLogger(Reconciliation.class);

    public static final int CERTAIN_AFTER = 3;

    private final String kind;
    private final Comparer comparer;
    private final Pages<Campaign> campaigns;
    private final StockGateWarmUp warmUp;
    private final Leadership leadership;

    /** By campaign that differs, in how many comparisons in a row it did. */
    private final Map<Long, Integer> suspects = new ConcurrentHashMap<>();

    /** Campaigns whose gate was missing or being rebuilt at the last comparison. */
    private final Set<Long> cold = ConcurrentHashMap.newKeySet();

    /**
     * @param campaigns to compare
     * @param meters that count the campaigns that differ, and those that are cold
     */
    public Reconciliation(
            CampaignType type,
            Comparer comparer,
            Pages<Campaign> campaigns,
            StockGateWarmUp warmUp,
            Leadership leadership,
            MeterRegistry meters) {
        this.kind = type.kind();
        this.comparer = comparer;
        this.campaigns = campaigns;
        this.warmUp = warmUp;
        this.leadership = leadership;
        Gauge.builder(type.meters().drifted(), suspects, Map::size)
                .description("campaigns in which Redis and the database differ although nothing is under way")
                .register(meters);
        Gauge.builder(type.meters().cold(), cold, Set::size)
                .description("campaigns whose gate is missing or being rebuilt, so that they admit nobody")
                .register(meters);
    }

    /** Compares all campaigns once, unless another instance leads; to be called periodically. */
    public void run() throws InterruptedException {
        try {
            if (!leadership.perform(this::compare)) {
                suspects.clear();
                cold.clear();
            }
        } catch (ExecutionException | RedisException | DataAccessException | TransactionException fault) {
            log.warn("Redis and the database cannot be compared now: {}", fault.getMessage());
        }
    }

    private boolean compare() throws ExecutionException, InterruptedException {
        Set<Long> compared = new HashSet<>();
        for (List<Campaign> page : (Iterable<List<Campaign>>) campaigns.stream()::iterator) {
            List<Long> ids = page.stream().map(Campaign::id).toList();
            compared.addAll(ids);
            Map<Long, Comparison> comparisons = comparer.compare(ids);
            comparisons.forEach(this::note);
            List<Long> certain = ids.stream()
                    .filter(id -> comparisons.get(id) instanceof Comparison.Drifted)
                    .filter(id -> suspects.getOrDefault(id, 0) >= CERTAIN_AFTER)
                    .toList();
            if (!certain.isEmpty() && warmUp.rebuild(certain)) {
                suspects.keySet().removeAll(certain);
            }
        }
        // No longer looks at the other campaigns.
        suspects.keySet().retainAll(compared);
        cold.retainAll(compared);
        return true;
    }

    private void note(long campaignId, Comparison comparison) {
        if (comparison instanceof Comparison.Cold) {
            cold.add(campaignId);
        } else {
            cold.remove(campaignId);
        }
        switch (comparison) {
            case Comparison.Agreed _, Comparison.Cold _ -> suspects.remove(campaignId);
            case Comparison.Busy _ -> {} // proves nothing either way
            case Comparison.Drifted drift -> {
                int times = suspects.merge(campaignId, 1, Integer::sum);
                log.warn(
                        "{} {}: Redis and the database differ for the {}. time: {}",
                        kind,
                        Buckets.name(campaignId),
                        times,
                        drift);
            }
        }
    }
}
