package io.flashsale.admission.spring;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the gates of all campaigns in step with the database, one instance for all, and reports readiness: an instance is
 * ready once all campaigns were seen warm.
 *
 * <p>Losing Redis later does not make it unready again: all instances would lose it together, and a 503 that says
 * "warming up" tells a shopper more than a load balancer that has nobody left.
 */
final class CampaignWarmUp implements HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(CampaignWarmUp.class);

    private final StockGateWarmUp gates;
    private final Leadership leadership;
    private volatile boolean seenAllWarm;
    private boolean failing;

    CampaignWarmUp(StockGateWarmUp gates, Leadership leadership) {
        this.gates = gates;
        this.leadership = leadership;
    }

    /**
     * One look at all campaigns, unless another instance leads; then only until this one is ready, at what the leader has
     * noted, and once that is good, at how many buckets each has. To be called again and again: what fails is left to the next look.
     */
    void look() throws InterruptedException {
        try {
            if (!leadership.perform(this::warm) && !seenAllWarm && gates.allSeenWarm()) {
                gates.learnBuckets();
                seenAllWarm = true;
            }
            failing = false;
        } catch (RedisException | DataAccessException | TransactionException fault) {
            if (!failing) {
                log.warn("campaigns cannot be warmed up now, will try on", fault);
                failing = true;
            }
        }
    }

    /** Whether there was nothing to be made, or it could be made. */
    private boolean warm() throws InterruptedException {
        if (gates.warmAll()) {
            seenAllWarm = true;
        }
        return !gates.isStuck();
    }

    @EventListener
    void amend(CampaignChanged changed) {
        try {
            gates.amend(changed.campaignId());
        } catch (RedisException unreachable) {
            log.warn("campaign {} is not amended in Redis yet", changed.campaignId(), unreachable);
        }
    }

    @Override
    public Health health() {
        return seenAllWarm
                ? Health.up().build()
                : Health.outOfService()
                        .withDetail("reason", "not all campaigns are in Redis yet")
                        .build();
    }
}
