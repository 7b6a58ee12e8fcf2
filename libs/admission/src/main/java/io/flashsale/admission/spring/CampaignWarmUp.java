package io.flashsale.admission.spring;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.redis.Leadership;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the gates of all campaigns in step with the database, and reports readiness. One instance does this for all.
 * An instance is ready once all campaigns were seen warm, or a minute after its first look for those that are. Some
 * gates may stay closed for long, such as those of a Kafka partition without a leader; they are closed on every
 * instance alike, and say so.
 *
 * <p>Losing Redis later does not make an instance unready again. All instances would lose it together, and a 503 that
 * says "warming up" tells a shopper more than a load balancer without instances.
 */
final class CampaignWarmUp implements HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(CampaignWarmUp.class);

    /** How long after its first successful look an instance is ready for the campaigns that are warm. */
    static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final StockGateWarmUp gates;
    private final Leadership leadership;
    private final InstantSource clock;
    private @Nullable Instant firstLook;
    private volatile boolean ready;
    private boolean failing;

    CampaignWarmUp(StockGateWarmUp gates, Leadership leadership, InstantSource clock) {
        this.gates = gates;
        this.leadership = leadership;
        this.clock = clock;
    }

    /**
     * Looks at all campaigns once; to be called periodically, as the next look repeats what fails. If another
     * instance leads, it only looks, until this instance is ready, at what the leader has noted; once that is good,
     * it reads how many buckets each campaign has.
     */
    void look() throws InterruptedException {
        try {
            boolean leads = leadership.perform(this::warm);
            if (!ready && !leads && gates.allSeenWarm()) {
                gates.learnBuckets();
                ready = true;
            }
            if (!ready && hasTimedOut()) {
                gates.learnBuckets();
                ready = true;
                log.warn("ready, though some campaigns are not in Redis: those cannot be bought from yet");
            }
            failing = false;
        } catch (RedisException | DataAccessException | TransactionException fault) {
            if (!failing) {
                log.warn("campaigns cannot be warmed up now, will try on", fault);
                failing = true;
            }
        }
    }

    /** Whether nothing had to be rebuilt, or all of it could be. */
    private boolean warm() throws InterruptedException {
        if (gates.warmAll()) {
            ready = true;
        }
        return !gates.isStuck();
    }

    private boolean hasTimedOut() {
        Instant now = clock.instant();
        if (firstLook == null) {
            firstLook = now;
        }
        return !now.isBefore(firstLook.plus(TIMEOUT));
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
        return ready
                ? Health.up().build()
                : Health.outOfService()
                        .withDetail("reason", "not all campaigns are in Redis yet")
                        .build();
    }
}
