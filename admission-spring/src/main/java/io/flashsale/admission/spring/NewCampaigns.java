package io.flashsale.admission.spring;

import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGateWarmUp;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Opens the gates of new campaigns at once, and only those that never were open: see {@link StockGateWarmUp#prepare}. What
 * cannot be done, because Redis is away or has lost the lease, is left to the warm-up.
 */
public final class NewCampaigns {

    private static final Logger log = LoggerFactory.getLogger(NewCampaigns.class);

    private final StockGateWarmUp gates;

    NewCampaigns(StockGateWarmUp gates) {
        this.gates = gates;
    }

    /**
     * A campaign that nobody else could see when this was made.
     *
     * @param lease of its gate; absent when Redis was away
     */
    public record Prepared(long campaignId, @Nullable StockGateRebuild lease) {}

    /** To be called in the transaction that makes the campaign. Does not fail because of Redis. */
    public Prepared prepare(long campaignId) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("campaign " + campaignId + " may be seen already");
        }
        try {
            return new Prepared(campaignId, gates.prepare(campaignId));
        } catch (RedisException unreachable) {
            return new Prepared(campaignId, null);
        }
    }

    /** To be called after the commit. Does not fail because of Redis. */
    public void open(Prepared campaign) {
        try {
            if (campaign.lease() != null && gates.open(campaign.lease())) {
                return;
            }
        } catch (RedisException unreachable) {
            log.debug("the gate of campaign {} cannot be opened", campaign.campaignId(), unreachable);
        }
        log.warn("campaign {} is not in Redis yet, the next look brings it there", campaign.campaignId());
    }
}
