package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.BacklogDouble;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.redis.Shards;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
    private final List<ReservationGroup> queuedAgain = new ArrayList<>();
    private boolean queueIsAway;
    private boolean anotherIsFaster;
    private Runnable changeWhileLooking = () -> {};
    private final StockGateWarmUp warmUp = instance(redis.gates);
    private final StockGateWarmUp otherInstance = instance(redis.gates);

    private StockGateWarmUp instance(StockGates gates) {
        Drain drain = new Drain(relay(), new BacklogDouble(unknown));
        return new StockGateWarmUp(redis.redis, "sale", gates, drain, this::queue, new InDatabase());
    }

    private CompletableFuture<?> queue(ReservationGroup group) {
        queuedAgain.add(group);
        return queueIsAway
                ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                : CompletableFuture.completedFuture(null);
    }

    private OutboxRelay relay() {
        return new OutboxRelay(
                redis.redis, "sale", group -> CompletableFuture.completedFuture(null), SavedGroups.NONE, Duration.ZERO);
    }

    private final class InDatabase implements StockGateWarmUp.Campaigns {

        @Override
        public List<Campaign> wanted(@Nullable Campaign last) {
            if (last != null && anotherIsFaster) {
                anotherIsFaster = false;
                rebuildByOther();
            }
            List<Campaign> page = campaigns.stream()
                    .filter(campaign -> last == null || campaign.id() > last.id())
                    .limit(2)
                    .toList();
            changeWhileLooking.run();
            changeWhileLooking = () -> {};
            return page;
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

        @Override
        public Set<Long> known(Collection<Long> reservationIds) {
            return Set.copyOf(database.values());
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

    private void warm() throws InterruptedException {
        warmUp.warmAll();
        warmUp.warmAll();
        assertThat(warmUp.warmAll()).isTrue();
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

    /** Admits a user whose message the queue has acknowledged, and then lost. */
    private ReservationGroup admittedAndLost(long user) throws InterruptedException {
        warmUp.rebuild(List.of(CAMPAIGN));
        ReservationGroup lost = redis.admitted(user);
        redis.outbox.forget(Shards.of(CAMPAIGN), List.of(lost));
        return lost;
    }

    @Test
    void shouldQueueAgainWhatTheDatabaseDoesNotKnowAndWaitForIt() throws Exception {
        ReservationGroup lost = admittedAndLost(7);
        UserReservation reservation = lost.reservations().getFirst();
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isFalse();
        assertThat(queuedAgain)
                .containsExactly(new ReservationGroup(
                        lost.outboxEntry(),
                        CAMPAIGN,
                        lost.terms(),
                        // The time of the entry, which may be a millisecond later than that of the admission.
                        Instant.ofEpochMilli(Long.parseLong(lost.outboxEntry()
                                .substring(0, lost.outboxEntry().indexOf('-')))),
                        List.of(new UserReservation(reservation.id(), 7, "", UserReservation.NO_TICKET))));
        assertThat(redis.admit(8)).isEqualTo(new NotReady(Cause.REBUILDING));

        database.put(7L, reservation.id());
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isTrue();
        assertThat(queuedAgain).hasSize(1);
        assertThat(redis.state().remaining()).isEqualTo(UNITS - 1);
        assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(reservation.id()));

        database.remove(7L); // a second fail-over loses it again
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isFalse();
        assertThat(queuedAgain).hasSize(2);
    }

    /** Then the service behind it refuses the reservation again. */
    @Test
    void shouldForgetNobodyWhileTheQueueTakesNothing() throws Exception {
        admittedAndLost(7);
        queueIsAway = true;
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isFalse();
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isFalse();
        queueIsAway = false;
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isFalse();
        assertThat(queuedAgain).hasSize(3);
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isTrue();
        assertThat(queuedAgain).hasSize(3);
        assertThat(redis.state().remaining()).isEqualTo(UNITS);
    }

    /** One partition of Kafka has no leader, and the gates of all sales are gone. */
    @Test
    void shouldOpenTheOthersWhenOneCannotBeRebuiltAndThePartOfTheQueueThatHasOneDoesNotAnswer() throws Exception {
        List<Long> all = List.of(CAMPAIGN, addOpenCampaign(CAMPAIGN + 1), addOpenCampaign(CAMPAIGN + 2));
        unknown.add(CAMPAIGN);
        broken.add(CAMPAIGN + 1);
        assertThat(warmUp.rebuild(all)).isFalse();
        assertThat(reopened).containsExactly(CAMPAIGN + 2);
        assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.REBUILDING));
        unknown.clear();
        assertThat(warmUp.rebuild(List.of(CAMPAIGN))).isTrue();
        assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
    }

    private long addOpenCampaign(long id) {
        addCampaign(id, Instant.now(), Instant.now().plus(HOUR));
        return id;
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
        AdmissionService service = RedisFixture.service(fresh);
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

    /** As a fail-over of the database or a backup may lose them. */
    @Test
    void shouldTakeBackChangesThatTheDatabaseHasLost() throws Exception {
        ReservationGroup before = warmWithOneHolder();
        change(2, UNITS + 3, "lost");
        assertThat(redis.state().remaining()).isEqualTo(UNITS + 2);

        warmUp.warmAll();
        requireWhatTheDatabaseSays(before);
        assertThat(redis.gates.mayHaveForgotten(RedisFixture.idOf(before)))
                .as("Redis has forgotten nobody")
                .isFalse();
        reopened.clear();
        warmUp.warmAll();
        assertThat(reopened).isEmpty();
    }

    /** The gate takes the new window at once, and the rebuild the units away. */
    @Test
    void shouldTakeBackUnitsThatTheDatabaseHasLostAlsoAfterALaterChange() throws Exception {
        ReservationGroup before = warmWithOneHolder();
        change(2, UNITS + 3, "lost");
        Campaign first = campaigns.getFirst();
        campaigns.set(0, new Campaign(CAMPAIGN, 3, first.opensAt(), first.closesAt(), UNITS, "{\"price\":1}"));
        warmUp.amend(CAMPAIGN);
        assertThat(redis.state().revision()).isEqualTo(3);

        warmUp.warmAll();
        requireWhatTheDatabaseSays(before);
    }

    /** The page of campaigns is read before the gates. */
    @Test
    void shouldNotCloseAGateThatHeardOfAChangeBeforeTheLookDid() throws Exception {
        warmWithOneHolder();
        Campaign old = campaigns.getFirst();
        changeWhileLooking = () -> {
            change(2, UNITS + 3, "new");
            campaigns.set(0, new Campaign(CAMPAIGN, 2, old.opensAt(), old.closesAt(), UNITS + 3, "new"));
        };
        reopened.clear();
        warmUp.warmAll();
        assertThat(reopened).isEmpty();
        assertThat(redis.state().total()).isEqualTo(UNITS + 3);
    }

    private ReservationGroup warmWithOneHolder() throws InterruptedException {
        warm();
        ReservationGroup holder = redis.admitted(7);
        database.put(7L, RedisFixture.idOf(holder));
        relay().run();
        return holder;
    }

    /** Changes the campaign at its gate only. */
    private void change(long revision, long total, String terms) {
        Campaign old = campaigns.getFirst();
        redis.gates.amend(new Campaign(CAMPAIGN, revision, old.opensAt(), old.closesAt(), total, terms));
    }

    private void requireWhatTheDatabaseSays(ReservationGroup holder) {
        assertThat(redis.state().revision()).isEqualTo(campaigns.getFirst().revision());
        assertThat(redis.state().total()).isEqualTo(UNITS);
        assertThat(redis.state().remaining()).isEqualTo(UNITS - 1);
        assertThat(redis.admitted(8).terms()).isEqualTo("{\"price\":1}");
        assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(RedisFixture.idOf(holder)));
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
        warm();
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
        warm();
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

    private void addCampaign(long id, Instant opensAt, Instant closesAt) {
        campaigns.add(new Campaign(id, 1, opensAt, closesAt, UNITS, ""));
    }
}
