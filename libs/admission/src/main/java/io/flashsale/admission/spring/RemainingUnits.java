package io.flashsale.admission.spring;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many units of a campaign are left in all of its buckets: the answer of Redis, at most 200 ms old. */
public final class RemainingUnits {

    private static final Logger log = LoggerFactory.getLogger(RemainingUnits.class);

    private final LoadingCache<Long, Optional<Long>> inRedis;

    RemainingUnits(StockGates gates) {
        inRedis = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofMillis(200))
                .maximumSize(10_000)
                .build(campaign -> ask(gates, campaign));
    }

    /** @param inDatabase the answer while Redis has none */
    public long of(long campaignId, long inDatabase) {
        return inRedis.get(campaignId).orElse(inDatabase);
    }

    private static Optional<Long> ask(StockGates gates, long campaignId) {
        try {
            return Optional.ofNullable(gates.bucketStates(List.of(campaignId)).get(campaignId))
                    .filter(buckets -> buckets.stream().allMatch(Optional::isPresent))
                    .map(buckets -> buckets.stream()
                            .flatMap(Optional::stream)
                            .mapToLong(StockGateState::remaining)
                            .sum());
        } catch (RedisException unreachable) {
            log.debug("what is left of campaign {} comes from the database", campaignId, unreachable);
            return Optional.empty();
        }
    }
}
