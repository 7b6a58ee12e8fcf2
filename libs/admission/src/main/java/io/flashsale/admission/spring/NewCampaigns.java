package io.flashsale.admission.spring;

import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.bucket.Buckets;
import java.util.List;
import java.util.stream.IntStream;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Opens the gates of new campaigns at once, and only gates that never were open: see {@link StockGateWarmUp#prepare}.
 * If Redis is away or has lost the lease, the warm-up does it.
 */
public final class NewCampaigns {

    private static final Logger log = LoggerFactory.getLogger(NewCampaigns.class);

    private final StockGateWarmUp gates;

    NewCampaigns(StockGateWarmUp gates) {
        this.gates = gates;
    }

    /**
     * A new campaign that others could not see when its leases were taken.
     *
     * @param leases of its gates, one for each bucket; empty if Redis was away
     */
    public record Prepared(long campaignId, List<StockGateRebuild> leases) {}

    /** To be called in the transaction that creates the campaign. Does not fail because of Redis. */
    public Prepared prepare(long campaignId, int buckets) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("campaign " + campaignId + " may be seen already");
        }
        try {
            return new Prepared(
                    campaignId,
                    IntStream.range(0, buckets)
                            .mapToObj(bucket -> gates.prepare(Buckets.gate(campaignId, bucket)))
                            .toList());
        } catch (RedisException unreachable) {
            return new Prepared(campaignId, List.of());
        }
    }

    /** To be called after the commit. Does not fail because of Redis. */
    public void open(Prepared campaign) {
        try {
            if (!campaign.leases().isEmpty() && campaign.leases().stream().allMatch(gates::open)) {
                return;
            }
        } catch (RedisException unreachable) {
            log.debug("the gate of campaign {} cannot be opened", campaign.campaignId(), unreachable);
        }
        log.warn("campaign {} is not in Redis yet, the next look brings it there", campaign.campaignId());
    }
}
