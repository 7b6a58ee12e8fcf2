package io.flashsale.admission;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.ForgottenReservations;
import io.flashsale.admission.outbox.ReservationQueue;
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
 * <p>Rebuilds the gate of a campaign if it is missing, was made on another run of the Redis server, or is ahead of a
 * restored database: closes it, waits until all earlier admissions are in the database, loads it from there, and opens
 * it. If Redis remembers reservations that the database does not know, it queues them again first, and the gate stays
 * closed until the next look. So no admitted user is forgotten, and no unit is offered twice.
 *
 * <p>All methods throw Redisson's {@code RedisException} when Redis does not answer.
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
    private final ForgottenReservations forgotten;

    /** Campaigns whose gate was missing or being rebuilt at the last look. */
    private volatile Set<Long> shutLastTime = Set.of();

    private volatile boolean stuck;

    /** The campaigns as the database has them. */
    public interface Campaigns {

        /**
         * Reads some of the campaigns that need a gate now, in the order in which they close.
         *
         * @param last the one after which to begin; null for the first ones
         * @return empty when there are no more
         */
        List<Campaign> wanted(@Nullable Campaign last);

        /**
         * One campaign with all changes that its gates may know of, one element for each bucket; empty if there is
         * none. Waits for changes that are in progress.
         */
        List<Campaign> find(long campaignId);

        /**
         * Reads what the gate is rebuilt from, and calls a {@code reopen} method with it. Does both in one
         * transaction, which locks the campaign and the stock of the gate's bucket, and reads both and who holds
         * units of that bucket. Other buckets may change meanwhile.
         *
         * @return what that method answered
         */
        boolean reopen(long gateId, StockGateRebuild rebuild);

        /** Those of the reservations that the database has a record of, whatever has become of them. */
        Set<Long> known(Collection<Long> reservationIds);
    }

    /**
     * @param kind as of the gates
     * @param queue takes what the database does not know
     */
    public StockGateWarmUp(
            RedissonClient redis,
            String kind,
            StockGates gates,
            Drain drain,
            ReservationQueue queue,
            Campaigns campaigns) {
        this.redis = redis;
        this.kind = kind;
        this.gates = gates;
        this.shards = gates.warmShards();
        this.drain = drain;
        this.campaigns = campaigns;
        this.forgotten = new ForgottenReservations(redis, kind, gates, queue, campaigns);
    }

    /**
     * Rebuilds all gates that need it, unless another instance does, and amends those that missed a change. Open
     * campaigns come first, then those that open soonest.
     *
     * <p>A gate must be missing or being rebuilt at two looks in a row: the creator of a new campaign is about to
     * open its gate, and closing it anew would refuse shoppers for nothing.
     *
     * @return whether all wanted campaigns were warm at this look
     */
    public boolean warmAll() throws InterruptedException {
        GateInspection look = new GateInspection(gates, campaigns::find, shutLastTime);
        learnBuckets(look::at);
        shutLastTime = look.shut();
        look.note();
        List<Long> needy = look.inOrderOfNeed();
        stuck = !needy.isEmpty() && !rebuild(needy, gateIds -> withoutRebuilt(gateIds, look));
        return look.allWarm();
    }

    /**
     * Tells the gates of this instance how many buckets each wanted campaign has. Otherwise the instance learns it
     * from the first bucket of a campaign at the first request; while that bucket is away, it cannot answer for the
     * others.
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

    /** Whether the last {@link #warmAll} had gates to rebuild and could not rebuild some. */
    public boolean isStuck() {
        return stuck;
    }

    /** Whether all wanted campaigns were warm at somebody's last look, on the present Redis servers. */
    public boolean allSeenWarm() {
        Map<Integer, WarmShards.Shard> seen = shards.all();
        return seen.size() == Shards.COUNT && seen.values().stream().allMatch(WarmShards.Shard::allSeenWarm);
    }

    /**
     * Rebuilds the gates of the campaigns: closes each, waits for all earlier admissions, loads it and opens it. Safe
     * at any time, also while a campaign is open: shoppers are told to wait meanwhile.
     *
     * @return whether all are done; if not, the other gates stay closed and the next warm-up goes on
     */
    public boolean rebuild(Collection<Long> campaignIds) throws InterruptedException {
        return rebuild(campaignIds, all -> all);
    }

    /** @param choice picks those to rebuild; asked once no other instance can rebuild */
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

    /** Leaves out gates that another instance may have rebuilt since the look. */
    private List<Long> withoutRebuilt(Collection<Long> gateIds, GateInspection look) {
        Map<Long, Optional<StockGateState>> states = gates.states(gateIds);
        return gateIds.stream()
                .filter(id -> !states.getOrDefault(id, Optional.empty())
                        .map(gate -> gate.isWarm() && !look.wasAhead(id, gate))
                        .orElse(false))
                .toList();
    }

    /**
     * Reopens gates one by one. A fault of one campaign must not keep the others closed; it gives up once campaign
     * after campaign fails.
     */
    private final class Reopening {

        private final Map<Long, StockGateRebuild> rebuilds;
        private boolean all = true;
        private int failuresInARow;

        /** @param rebuilds in the order in which to reopen them */
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
                if (forgotten.queueAgain(campaignId)) {
                    all = false; // the next look waits for them
                    return;
                }
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
     * Takes the rebuild lease of a new campaign. To be called in the transaction that creates it, so before anybody
     * else can see it: while the lease is ours, nobody can have been admitted.
     */
    public StockGateRebuild prepare(long newCampaignId) {
        return StockGateRebuild.begin(gates, newCampaignId);
    }

    /**
     * Opens the gate of a new campaign, once others can see it. Nothing has to drain. If a warm-up was faster, or
     * Redis forgot the lease, this changes nothing and leaves the gate to the warm-up.
     *
     * @param prepared by {@link #prepare}
     * @return whether it was done
     */
    public boolean open(StockGateRebuild prepared) {
        return campaigns.reopen(prepared.campaignId(), prepared);
    }

    /** Tells the campaign's gates its newest revision, if they do not know it yet. */
    public void amend(long campaignId) {
        campaigns.find(campaignId).forEach(gates::amend);
    }
}
