package io.flashsale.admission;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings campaigns from the database to Redis.
 *
 * <p>A campaign whose gate is missing, or stands on another run of the Redis server than the one that it was made on, is
 * closed; when all admissions made before are in the database, its gate is made anew from there, and opens. So nobody
 * who was admitted is forgotten, and no unit is offered twice. All methods throw Redisson's {@code RedisException} when
 * Redis does not answer.
 */
public final class StockGateWarmUp {

    private static final Logger log = LoggerFactory.getLogger(StockGateWarmUp.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final RedissonClient redis;
    private final String kind;
    private final StockGates gates;
    private final Drain drain;
    private final Campaigns campaigns;

    /** Campaigns whose gate was missing or being rebuilt when last looked at. */
    private volatile Set<Long> shutLastTime = Set.of();

    /** The campaigns as the database has them. */
    public interface Campaigns {

        /** The campaigns that need a gate now, as they are now. */
        Collection<Campaign> wanted();

        /** One campaign as it is now; empty if there is none. */
        Optional<Campaign> find(long campaignId);

        /**
         * In one transaction: keeps everybody from changing the campaign and what is left of it, reads both and who
         * holds a unit, and calls one of the {@code reopen} methods with it.
         *
         * @return what that method answered
         */
        boolean reopen(long campaignId, StockGateRebuild rebuild);
    }

    /**
     * @param kind as of the gates
     */
    public StockGateWarmUp(RedissonClient redis, String kind, StockGates gates, Drain drain, Campaigns campaigns) {
        this.redis = redis;
        this.kind = kind;
        this.gates = gates;
        this.drain = drain;
        this.campaigns = campaigns;
    }

    /**
     * Makes the gates of all campaigns that need it, unless another instance is at it, and tells those that missed a
     * change of it.
     *
     * <p>A gate that is missing or being rebuilt must be so twice in a row: the gate of a campaign that was created this
     * moment is about to be opened by its creator, and closing it anew would shut out shoppers for nothing.
     *
     * @return whether all wanted campaigns are warm now
     */
    public boolean warmAll() throws InterruptedException {
        Set<Long> shut = new HashSet<>();
        Set<Long> cold = new LinkedHashSet<>();
        for (Campaign campaign : campaigns.wanted()) {
            Optional<StockGateState> gate = gates.state(campaign.id());
            if (gate.isEmpty() || gate.get().rebuilding()) {
                shut.add(campaign.id());
            } else if (!gate.get().sameRun()) {
                cold.add(campaign.id());
            } else if (gate.get().revision() < campaign.revision()) {
                gates.amend(campaign);
            }
        }
        shut.stream().filter(shutLastTime::contains).forEach(cold::add);
        shutLastTime = shut;
        return (cold.isEmpty() || rebuild(cold)) && cold.containsAll(shut);
    }

    /**
     * Closes the gates of the campaigns, waits for what was admitted before, makes their gates anew and opens them. Safe
     * at any time, also while a campaign is open: shoppers are told to wait for the moment that it takes.
     *
     * @return whether it was done; if not, the gates stay closed and the next warm-up goes on
     */
    public boolean rebuild(Collection<Long> campaignIds) throws InterruptedException {
        RLock oneAtATime = redis.getLock(kind + ":rebuild");
        if (!oneAtATime.tryLock()) {
            return false;
        }
        try {
            Map<Long, StockGateRebuild> rebuilds = new LinkedHashMap<>();
            campaignIds.forEach(campaign -> rebuilds.put(campaign, StockGateRebuild.begin(gates, campaign)));
            log.info("{} {} are closed until all who were admitted are in the database", kind, campaignIds);
            if (!drain.await(campaignIds, TIMEOUT)) {
                return false;
            }
            boolean all = true;
            for (var rebuild : rebuilds.entrySet()) {
                boolean reopened = campaigns.reopen(rebuild.getKey(), rebuild.getValue());
                log.info(
                        "{} {} {}",
                        kind,
                        rebuild.getKey(),
                        reopened ? "is open again" : "is being rebuilt by somebody else");
                all &= reopened;
            }
            return all;
        } finally {
            if (oneAtATime.isHeldByCurrentThread()) {
                oneAtATime.unlock();
            }
        }
    }

    /**
     * Takes the rebuild lease of a new campaign. To be called before anybody else can see it, so in the transaction that
     * makes it: then nobody can have been admitted to it as long as the lease is ours.
     */
    public StockGateRebuild prepare(long newCampaignId) {
        return StockGateRebuild.begin(gates, newCampaignId);
    }

    /**
     * Opens the gate of a new campaign, once others can see it. There is nothing to wait for, unless a warm-up was faster
     * or Redis forgot the lease: then this changes nothing, and leaves it to the warm-up.
     *
     * @param prepared by {@link #prepare}
     * @return whether it was done
     */
    public boolean open(StockGateRebuild prepared) {
        return campaigns.reopen(prepared.campaignId(), prepared);
    }

    /** Tells the gate of the newest revision of its campaign, if it does not know it yet. */
    public void amend(long campaignId) {
        campaigns.find(campaignId).ifPresent(gates::amend);
    }
}
