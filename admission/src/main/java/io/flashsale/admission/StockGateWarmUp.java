package io.flashsale.admission;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.redis.Shards;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
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
    private static final int MAX_FAILURES_IN_A_ROW = 3;

    private final RedissonClient redis;
    private final String kind;
    private final StockGates gates;
    private final WarmShards shards;
    private final Drain drain;
    private final Campaigns campaigns;

    /** Campaigns whose gate was missing or being rebuilt when last looked at. */
    private volatile Set<Long> shutLastTime = Set.of();

    private volatile boolean stuck;

    /** The campaigns as the database has them. */
    public interface Campaigns {

        /**
         * Some of the campaigns that need a gate now, as they are now, in the order in which they close.
         *
         * @param last the one after which to begin; null for the first ones
         * @return empty when there are no more
         */
        List<Campaign> wanted(@Nullable Campaign last);

        /** One campaign as it is now, once for each of its buckets; empty if there is none. */
        List<Campaign> find(long campaignId);

        /**
         * In one transaction: keeps everybody from changing the campaign, and what is left of it in the bucket that the gate is of;
         * reads both and who holds a unit of that bucket, and calls one of the {@code reopen} methods with it. Other buckets may change
         * meanwhile.
         *
         * @return what that method answered
         */
        boolean reopen(long gateId, StockGateRebuild rebuild);
    }

    /**
     * @param kind as of the gates
     */
    public StockGateWarmUp(RedissonClient redis, String kind, StockGates gates, Drain drain, Campaigns campaigns) {
        this.redis = redis;
        this.kind = kind;
        this.gates = gates;
        this.shards = gates.warmShards();
        this.drain = drain;
        this.campaigns = campaigns;
    }

    /**
     * Makes the gates of all campaigns that need it, unless another instance is at it, and tells those that missed a
     * change of it. Those that are open come first, then those that open soonest.
     *
     * <p>A gate that is missing or being rebuilt must be so twice in a row: the gate of a campaign that was created this
     * moment is about to be opened by its creator, and closing it anew would shut out shoppers for nothing.
     *
     * @return whether all wanted campaigns were warm at this look
     */
    public boolean warmAll() throws InterruptedException {
        GateInspection look = new GateInspection(gates, shutLastTime);
        learnBuckets(look::at);
        shutLastTime = look.shut();
        look.note();
        List<Long> cold = look.coldInOrderOfNeed();
        stuck = !cold.isEmpty() && !rebuild(cold, this::withoutWarm);
        return look.allWarm();
    }

    /**
     * Tells the gates of this instance in how many buckets each wanted campaign is. Else it hears that from the first bucket of a campaign,
     * once somebody asks for a unit, and as long as that one is away has nothing to say about the others.
     */
    public void learnBuckets() {
        learnBuckets(page -> {});
    }

    private void learnBuckets(Consumer<List<Campaign>> then) {
        Pages<Campaign> wanted = campaigns::wanted;
        wanted.stream().forEach(page -> {
            page.forEach(campaign -> gates.learnBuckets(Buckets.campaignOf(campaign.id()), campaign.buckets()));
            then.accept(page);
        });
    }

    /** Whether there were gates to be made at the last {@link #warmAll} that could not be made. */
    public boolean isStuck() {
        return stuck;
    }

    /** Whether all wanted campaigns were warm when somebody last looked, on the Redis servers that there are now. */
    public boolean allSeenWarm() {
        Map<Integer, WarmShards.Shard> seen = shards.all();
        return seen.size() == Shards.COUNT && seen.values().stream().allMatch(WarmShards.Shard::allSeenWarm);
    }

    /**
     * Closes the gates of the campaigns, waits for what was admitted to each before, makes its gate anew and opens it. Safe
     * at any time, also while a campaign is open: shoppers are told to wait for the moment that it takes.
     *
     * @return whether it was done for all; if not, the gates of the others stay closed and the next warm-up goes on
     */
    public boolean rebuild(Collection<Long> campaignIds) throws InterruptedException {
        return rebuild(campaignIds, all -> all);
    }

    /** @param choice asked once nobody else can rebuild: those of them that are to be made */
    private boolean rebuild(Collection<Long> suggested, UnaryOperator<Collection<Long>> choice)
            throws InterruptedException {
        RLock oneAtATime = redis.getLock(kind + ":rebuild");
        if (!oneAtATime.tryLock()) {
            return false;
        }
        try {
            Collection<Long> campaignIds = choice.apply(suggested);
            if (campaignIds.isEmpty()) {
                return true;
            }
            Map<Long, StockGateRebuild> rebuilds = new LinkedHashMap<>();
            campaignIds.forEach(campaign -> rebuilds.put(campaign, StockGateRebuild.begin(gates, campaign)));
            log.info(
                    "{} {} are closed until all who were admitted are in the database",
                    kind,
                    campaignIds.stream().map(Buckets::name).toList());
            Reopening reopening = new Reopening(rebuilds);
            boolean allDrained = drain.await(campaignIds, TIMEOUT, reopening::reopen);
            return reopening.haveSucceeded() && allDrained;
        } finally {
            if (oneAtATime.isHeldByCurrentThread()) {
                oneAtATime.unlock();
            }
        }
    }

    /** Another instance may have made some since they were looked at. */
    private List<Long> withoutWarm(Collection<Long> campaignIds) {
        Map<Long, Optional<StockGateState>> states = gates.states(campaignIds);
        return campaignIds.stream()
                .filter(campaign -> !states.getOrDefault(campaign, Optional.empty())
                        .map(StockGateState::isWarm)
                        .orElse(false))
                .toList();
    }

    /** What fails for one campaign must not keep the others closed; what fails for one after the other is given up. */
    private final class Reopening {

        private final Map<Long, StockGateRebuild> rebuilds;
        private boolean all = true;
        private int failuresInARow;

        /** @param rebuilds those are reopened first that are first here */
        Reopening(Map<Long, StockGateRebuild> rebuilds) {
            this.rebuilds = rebuilds;
        }

        void reopen(Set<Long> drained) {
            rebuilds.forEach((campaignId, rebuild) -> {
                if (drained.contains(campaignId)) {
                    reopen(campaignId, rebuild);
                }
            });
        }

        private void reopen(long campaignId, StockGateRebuild rebuild) {
            try {
                boolean reopened = campaigns.reopen(campaignId, rebuild);
                log.info(
                        "{} {} {}",
                        kind,
                        Buckets.name(campaignId),
                        reopened ? "is open again" : "is being rebuilt by somebody else");
                all &= reopened;
                failuresInARow = 0;
            } catch (RuntimeException fault) {
                if (++failuresInARow == MAX_FAILURES_IN_A_ROW) {
                    throw fault;
                }
                log.warn("{} {} stays closed until the next look", kind, Buckets.name(campaignId), fault);
                all = false;
            }
        }

        boolean haveSucceeded() {
            return all;
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

    /** Tells the gates of the newest revision of its campaign, if it does not know it yet. */
    public void amend(long campaignId) {
        campaigns.find(campaignId).forEach(gates::amend);
    }
}
