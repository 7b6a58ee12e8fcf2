package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.BacklogDouble;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.Shards;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Warm-ups of several instances on one Redis; the database is a map of who holds a unit. */
class StockGateWarmUpIT {

    private static final long UNITS = 9;
    private static final Duration HOUR = Duration.ofHours(1);

    private final RedisFixture redis = new RedisFixture();
    private final List<Campaign> campaigns = new ArrayList<>(List.of(RedisFixture.campaign(UNITS)));
    private final Map<Long, Long> database = new HashMap<>();
    private final List<Long> reopened = new ArrayList<>();
    private final Set<Long> broken = new HashSet<>();
    private final Set<Long> unknown = new HashSet<>();
    private boolean anotherIsFaster;
    private final StockGateWarmUp warmUp = instance();
    private final StockGateWarmUp otherInstance = instance();

    private StockGateWarmUp instance() {
        return instance(redis.gates);
    }

    private StockGateWarmUp instance(StockGates gates) {
        OutboxRelay relay =
                new OutboxRelay(redis.redis, "sale", group -> CompletableFuture.completedFuture(null), Duration.ZERO);
        return new StockGateWarmUp(
                redis.redis, "sale", gates, new Drain(relay, new BacklogDouble(unknown)), new InDatabase());
    }

    private final class InDatabase implements StockGateWarmUp.Campaigns {

        @Override
        public List<Campaign> wanted(@Nullable Campaign last) {
            if (last != null && anotherIsFaster) {
                anotherIsFaster = false;
                rebuildByOther();
            }
            return campaigns.stream()
                    .filter(campaign -> last == null || campaign.id() > last.id())
                    .limit(2)
                    .toList();
        }

        @Override
        public List<Campaign> find(long campaignId) {
            return campaigns.stream().filter(each -> each.id() == campaignId).toList();
        }

        @Override
        public boolean reopen(long campaignId, StockGateRebuild rebuild) {
            if (broken.contains(campaignId)) {
                throw new IllegalStateException("the database does not say");
            }
            reopened.add(campaignId);
            Map<Long, Long> holders = campaignId == CAMPAIGN ? database : Map.of();
            return rebuild.reopen(find(campaignId).getFirst(), UNITS - holders.size(), holders);
        }
    }

    private void rebuildByOther() {
        try {
            assertThat(otherInstance.rebuild(List.of(CAMPAIGN))).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldOpenANewCampaignWithoutWaiting() {
        StockGateRebuild prepared = warmUp.prepare(CAMPAIGN);
        assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.REBUILDING));
        assertThat(warmUp.open(prepared)).isTrue();
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void shouldNotRebuildWithoutDrainingAGateThatAnotherInstanceHasOpened() throws Exception {
        StockGateRebuild prepared = warmUp.prepare(CAMPAIGN);
        assertThat(otherInstance.rebuild(List.of(CAMPAIGN))).isTrue();
        ReservationGroup underWay = redis.admitted(7);
        assertThat(warmUp.open(prepared)).isFalse();
        assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(RedisFixture.idOf(underWay)));
        assertThat(redis.state().remaining()).isEqualTo(UNITS - 1);
    }

    @Test
    void shouldLeaveANewCampaignToTheWarmUpWhenRedisForgotTheLease() {
        StockGateRebuild prepared = warmUp.prepare(CAMPAIGN);
        redis.redis.getKeys().flushdb();
        assertThat(warmUp.open(prepared)).isFalse();
        assertThat(redis.gates.state(CAMPAIGN)).isEmpty();
    }

    @Test
    void shouldWarmAllCampaignsHoweverManyPagesTheyFillAndThoseFirstThatAreOpen() throws Exception {
        Instant now = Instant.now();
        Instant end = now.plus(HOUR.multipliedBy(9));
        addCampaign(CAMPAIGN + 1, now.minus(HOUR.multipliedBy(5)), now.minus(HOUR)); // closed
        addCampaign(CAMPAIGN + 2, now.plus(HOUR.multipliedBy(2)), end);
        addCampaign(CAMPAIGN + 3, now.plus(HOUR), end);
        addCampaign(CAMPAIGN + 4, now.minus(HOUR.multipliedBy(3)), end); // open for the longest time
        assertThat(warmUp.warmAll()).as("missing for the first time").isFalse();
        assertThat(warmUp.warmAll()).as("rebuilt").isFalse();
        assertThat(reopened).containsExactly(CAMPAIGN + 4, CAMPAIGN, CAMPAIGN + 3, CAMPAIGN + 2, CAMPAIGN + 1);
        assertThat(warmUp.warmAll()).isTrue();
        assertThat(reopened).hasSize(5);
    }

    @Test
    void shouldOpenTheOthersWhenOneCannotBeRebuilt() throws Exception {
        addOpenCampaign(CAMPAIGN + 1);
        addOpenCampaign(CAMPAIGN + 2);
        broken.add(CAMPAIGN + 1);
        assertThat(warmUp.rebuild(List.of(CAMPAIGN, CAMPAIGN + 1, CAMPAIGN + 2)))
                .isFalse();
        assertThat(reopened).containsExactly(CAMPAIGN, CAMPAIGN + 2);
    }

    /** One partition of Kafka has no leader, and the gates of all sales are gone. */
    @Test
    void shouldOpenTheOthersWhenThePartOfTheQueueThatHasOneDoesNotAnswer() throws Exception {
        addOpenCampaign(CAMPAIGN + 1);
        unknown.add(CAMPAIGN);
        assertThat(warmUp.rebuild(List.of(CAMPAIGN, CAMPAIGN + 1))).isFalse();
        assertThat(reopened).containsExactly(CAMPAIGN + 1);
        assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.REBUILDING));
        unknown.clear();
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isTrue();
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
    }

    /** The first gate would tell, if it were there. */
    @Test
    void shouldTellAnInstanceThatHasJustStartedOfBucketsWhoseFirstGateIsAway() throws Exception {
        campaigns.clear();
        for (int bucket = 0; bucket < 2; bucket++) {
            Campaign one = RedisFixture.campaign(UNITS);
            campaigns.add(new Campaign(
                    Buckets.gate(CAMPAIGN, bucket), 1, one.opensAt(), one.closesAt(), UNITS, "", 1, false, 2));
        }
        warmUp.warmAll();
        warmUp.warmAll();
        redis.gates.rebuilds().close(CAMPAIGN, "a-rebuild-that-takes-long");
        StockGates fresh = new StockGates(redis.redis, "sale");
        AdmissionService service = new AdmissionService(
                fresh,
                new ReservationIds(() -> 1),
                group -> CompletableFuture.completedFuture(null),
                RedisFixture.HANG_GUARD);
        long user = LongStream.iterate(1, id -> id + 1)
                .filter(id -> Buckets.home(id, 2) == 1)
                .findFirst()
                .orElseThrow();
        assertThat(service.admit(CAMPAIGN, user, "")).isEqualTo(new NotReady(Cause.REBUILDING));
        instance(fresh).learnBuckets();
        assertThat(service.admit(CAMPAIGN, user, "")).isInstanceOf(Admission.Admitted.class);
    }

    /** The other instance makes it between the look and the rebuild. */
    @Test
    void shouldNotCloseAGateThatAnotherInstanceHasJustMade() throws Exception {
        warmUp.warmAll();
        anotherIsFaster = true;
        warmUp.warmAll();
        assertThat(warmUp.isStuck()).isFalse();
        assertThat(reopened).containsExactly(CAMPAIGN);
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void shouldSayWhenItCannotMakeAGate() throws Exception {
        broken.add(CAMPAIGN);
        warmUp.warmAll();
        assertThat(warmUp.isStuck()).as("missing for the first time").isFalse();
        warmUp.warmAll();
        assertThat(warmUp.isStuck()).isTrue();
        broken.clear();
        warmUp.warmAll();
        assertThat(warmUp.isStuck()).isFalse();
        assertThat(warmUp.warmAll()).isTrue();
        assertThat(warmUp.isStuck()).isFalse();
    }

    @Test
    void shouldTellWhetherRedisMayHaveForgottenAReservation() throws Exception {
        long reservation = new ReservationIds(() -> 1).next(CAMPAIGN);
        assertThat(redis.gates.mayHaveForgotten(reservation)).isTrue();
        warmUp.warmAll();
        warmUp.warmAll();
        assertThat(warmUp.warmAll()).isTrue();
        assertThat(otherInstance.allSeenWarm()).isTrue();
        assertThat(redis.gates.mayHaveForgotten(reservation)).isFalse();
        redis.set("runId", "0123456789abcdef");
        assertThat(warmUp.warmAll()).isFalse();
        assertThat(otherInstance.allSeenWarm()).isFalse();
        assertThat(redis.gates.mayHaveForgotten(reservation)).isTrue();
        assertThat(redis.gates.mayHaveForgotten(reservation + 1))
                .as("in another shard")
                .isFalse();
        assertThat(warmUp.warmAll()).isTrue();
        redis.redis.getKeys().flushdb();
        assertThat(redis.gates.mayHaveForgotten(reservation)).isTrue();
    }

    @Test
    void shouldNotTakeACampaignThatWasCreatedThisMomentForOneThatRedisHasForgotten() throws Exception {
        long reservation = new ReservationIds(() -> 1).next(CAMPAIGN);
        warmUp.warmAll();
        warmUp.warmAll();
        assertThat(warmUp.warmAll()).isTrue();
        long neighbour = CAMPAIGN + Shards.COUNT; // in the same shard
        addOpenCampaign(neighbour);
        assertThat(warmUp.warmAll())
                .as("its creator has not opened its gate yet")
                .isFalse();
        assertThat(redis.gates.mayHaveForgotten(reservation)).isFalse();
        broken.add(neighbour);
        assertThat(warmUp.warmAll()).as("nobody opens it").isFalse();
        assertThat(redis.gates.mayHaveForgotten(reservation)).isTrue();
        broken.clear();
        warmUp.warmAll();
        assertThat(warmUp.warmAll()).isTrue();
        assertThat(redis.gates.mayHaveForgotten(reservation)).isFalse();
    }

    private void addOpenCampaign(long id) {
        addCampaign(id, Instant.now(), Instant.now().plus(HOUR));
    }

    private void addCampaign(long id, Instant opensAt, Instant closesAt) {
        campaigns.add(new Campaign(id, 1, opensAt, closesAt, UNITS, ""));
    }
}
