package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static io.flashsale.admission.RedisFixture.HANG_GUARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.outbox.SavedGroupsDouble;
import io.flashsale.admission.redis.Shards;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Covers the way from the gate to a queue that a test can make fail. */
class AdmissionServiceIT {

    /** Elapses only if a test advances {@link #time}. */
    private static final Duration TIMEOUT = Duration.ofHours(1);

    private final TestTime time = new TestTime();
    private final RedisFixture redis = new RedisFixture().open(100);
    private final List<ReservationGroup> queued = new CopyOnWriteArrayList<>();
    private final SavedGroupsDouble saved = new SavedGroupsDouble();
    private ReservationQueue behaviour = this::acknowledge;

    private final AdmissionService service = new AdmissionService(
            redis.gates,
            new ReservationIds(new AtomicLong()::incrementAndGet),
            this::send,
            TIMEOUT,
            saved,
            AdmissionService.Listener.NONE,
            BucketSupply.NONE,
            time,
            time);
    private final OutboxRelay relay = saved.relay(redis.redis, this::send);

    private CompletableFuture<?> send(ReservationGroup group) {
        return behaviour.send(group);
    }

    private CompletableFuture<?> acknowledge(ReservationGroup group) {
        queued.add(group);
        return CompletableFuture.completedFuture(null);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldDecideOnRequestsForSeveralCampaignsTogether() {
        long other = CAMPAIGN + 1;
        redis.open(RedisFixture.campaign(other, 2)).open(2);
        List<Admission> outcomes = service.admit(List.of(
                new AdmissionRequest(CAMPAIGN, 1, "a"),
                new AdmissionRequest(other, 1, "b"),
                new AdmissionRequest(CAMPAIGN + 2, 1, "c"),
                new AdmissionRequest(CAMPAIGN, 2, "d"),
                new AdmissionRequest(CAMPAIGN, 2, "e"),
                new AdmissionRequest(CAMPAIGN, 3, "f"),
                new AdmissionRequest(other, 2, "g")));
        assertThat(outcomes)
                .extracting(outcome -> outcome.getClass().getSimpleName())
                .containsExactly(
                        "Admitted", "Admitted", "NotReady", "Admitted", "AlreadyHolding", "SoldOut", "Admitted");
        assertThat(queued).extracting(ReservationGroup::campaignId).containsExactlyInAnyOrder(CAMPAIGN, other);
        assertThat(queued).allSatisfy(group -> assertThat(group.size()).isEqualTo(2));
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(service.deferred()).isZero();
    }

    @Test
    void shouldSplitWhatIsTooMuchForOneScript() {
        redis.open(1_000);
        List<AdmissionRequest> crowd = LongStream.rangeClosed(1, 300)
                .mapToObj(user -> new AdmissionRequest(CAMPAIGN, user, ""))
                .toList();
        assertThat(service.admit(crowd)).hasSize(300).allMatch(Admission.Admitted.class::isInstance);
        assertThat(queued).extracting(ReservationGroup::size).containsExactly(128, 128, 44);
    }

    @Test
    void shouldWaitForTheQueueOnceForAllCampaigns() throws Exception {
        List<AdmissionRequest> crowd = requestsOfCampaigns(5);
        CountDownLatch sent = new CountDownLatch(5);
        CompletableFuture<Void> first = new CompletableFuture<>();
        behaviour = group -> {
            sent.countDown();
            return group.campaignId() == CAMPAIGN ? first : new CompletableFuture<>();
        };
        AtomicReference<Thread> caller = new AtomicReference<>();
        CompletableFuture<List<Admission>> answer = CompletableFuture.supplyAsync(
                () -> service.admit(crowd),
                task -> caller.set(Thread.ofVirtual().start(task)));
        assertThat(sent.await(HANG_GUARD.toSeconds(), TimeUnit.SECONDS))
                .as("all are sent before one is waited for")
                .isTrue();
        await().until(() -> caller.get().getState() == Thread.State.TIMED_WAITING);
        assertThat(answer).as("the first is waited for").isNotDone();
        time.pass(TIMEOUT);
        first.complete(null);
        assertThat(answer)
                .as("nothing is left of the time for the others")
                .succeedsWithin(HANG_GUARD)
                .satisfies(outcomes -> {
                    assertThat(outcomes.getFirst()).isInstanceOf(Admission.Admitted.class);
                    assertThat(outcomes.subList(1, 5))
                            .as("too late to be saved")
                            .allMatch(Admission.Undecided.class::isInstance);
                });
        assertThat(service.deferred())
                .as("the first was acknowledged while it was waited for")
                .isEqualTo(4);
    }

    @Test
    void shouldBringAReservationWhoseAnswerWasLostToTheQueueLikeAnyOther() {
        long id = new ReservationIds(() -> 1).next(CAMPAIGN);
        // Redisson repeats a script whose answer was lost under the same id.
        redis.decide(List.of(new Request(id, 7, "c")));
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.AdmittedBefore.class);
        assertThat(queued).extracting(RedisFixture::idOf).containsExactly(id);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(service.deferred()).isZero();
    }

    @Test
    void shouldBringToTheQueueWhatItSaysThatTheUserHolds() {
        behaviour = AdmissionServiceIT::down;
        service.admit(CAMPAIGN, 7, "c");
        behaviour = this::acknowledge;
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.AlreadyHolding.class);
        assertThat(queued).extracting(AdmissionServiceIT::userOf).containsExactly(7L);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
    }

    @Test
    void shouldDeferAReservationWhoseAnswerWasLostWhileTheQueueIsDown() {
        redis.decide(List.of(new Request(new ReservationIds(() -> 1).next(CAMPAIGN), 7, "c")));
        behaviour = AdmissionServiceIT::down;
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.AdmittedBefore.class);
        assertThat(service.deferred()).isEqualTo(1);
        assertThat(relay.outboxLength()).isEqualTo(1);
    }

    @Test
    void shouldAdmitWhileTheQueueIsDownAndLeaveTheReservationToTheRelay() throws Exception {
        behaviour = AdmissionServiceIT::down;
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(relay.outboxLength()).isEqualTo(1);
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(1);
        assertThat(queued).extracting(AdmissionServiceIT::userOf).containsExactly(7L);
        assertThat(relay.outboxLength()).isZero();
    }

    @Test
    void shouldPromiseNothingThatNeitherTheQueueNorTheDatabaseHas() throws Exception {
        saved.away = true;
        behaviour = AdmissionServiceIT::down;
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.Undecided.class);
        assertThat(service.admit(CAMPAIGN, 7, "c"))
                .as("who asks again is not told of it, either")
                .isInstanceOf(Admission.Undecided.class);
        behaviour = this::acknowledge;
        relay.run();
        assertThat(queued)
                .as("who was undecided is not forgotten")
                .extracting(AdmissionServiceIT::userOf)
                .containsExactly(7L);
    }

    @Test
    void shouldBringToTheQueueWhatRedisLosesWhileTheQueueIsAway() throws Exception {
        behaviour = AdmissionServiceIT::down;
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.Admitted.class);
        List<ReservationGroup> admitted = saved.all();
        redis.redis.getKeys().flushdb();
        assertThat(relay.run()).isZero();
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(1);
        assertThat(queued).isEqualTo(admitted);
        assertThat(saved.all()).isEmpty();
    }

    @Test
    void shouldSendOnceWhatIsInTheOutboxAndInTheDatabase() throws Exception {
        behaviour = AdmissionServiceIT::down;
        service.admit(CAMPAIGN, 7, "c");
        assertThat(saved.all()).hasSize(1);
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(1);
        assertThat(queued).hasSize(1);
        assertThat(saved.all()).isEmpty();
    }

    @Test
    void shouldNotWaitForAQueueThatIsKnownToBeDown() {
        behaviour = AdmissionServiceIT::down;
        for (long user = 1; user <= 20; user++) {
            assertThat(service.admit(CAMPAIGN, user, "c")).isInstanceOf(Admission.Admitted.class);
        }
        behaviour = reservation -> {
            throw new AssertionError("the breaker should have kept this call away");
        };
        assertThat(service.admit(CAMPAIGN, 21, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(relay.outboxLength()).isEqualTo(21);

        time.pass(Duration.ofSeconds(2)); // then the breaker tries the queue again
        behaviour = this::acknowledge;
        service.admit(CAMPAIGN, 22, "c");
        assertThat(queued).extracting(AdmissionServiceIT::userOf).containsExactly(22L);
    }

    @Test
    void shouldClearTheOutboxWhenTheAcknowledgementComesLate() {
        CompletableFuture<Void> late = new CompletableFuture<>();
        behaviour = reservation -> {
            time.pass(TIMEOUT);
            return late;
        };
        service.admit(CAMPAIGN, 7, "c");
        assertThat(relay.outboxLength()).isEqualTo(1);
        late.complete(null);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
    }

    @Test
    void shouldGoOnRelayingOtherShardsWhileThePartOfTheQueueOfOneIsSilent() throws Exception {
        CompletableFuture<?> silent = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        behaviour = group -> {
            if (group.campaignId() == CAMPAIGN) {
                asked.countDown();
                return silent;
            }
            return acknowledge(group);
        };
        redis.admitted(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> run = threads.submit(relay::run);
            asked.await();
            redis.admittedTo(CAMPAIGN + 1, 2);
            await().until(() -> queued.size() == 1);
            assertThat(run.isDone()).isFalse();
            silent.completeExceptionally(new IOException("the partition has no leader"));
            assertThat(run.get()).isOne();
        }
    }

    @Test
    void shouldKeepOnlyTheEntryThatTheQueueRefuses() throws Exception {
        behaviour = AdmissionServiceIT::down;
        for (long user = 1; user <= 3; user++) {
            service.admit(CAMPAIGN, user, "c");
        }
        assertThat(relay.run()).isZero();
        assertThat(relay.outboxLength()).isEqualTo(3);
        behaviour = group -> userOf(group) == 2 ? down(group) : acknowledge(group);
        assertThat(relay.run()).isEqualTo(2);
        assertThat(queued).extracting(AdmissionServiceIT::userOf).containsExactly(1L, 3L);
        assertThat(relay.outboxLength()).isEqualTo(1);
    }

    @Test
    void shouldRelayWhatLiesBehindManyEntriesOfACampaignThatCannotBeSent() throws Exception {
        redis.open(1_000);
        long other = open(CAMPAIGN + Shards.COUNT); // in the same outbox
        for (long user = 1; user <= 1_000; user++) {
            redis.decide(user);
        }
        behaviour = AdmissionServiceIT::down;
        service.admit(other, 1, "c");
        behaviour = onlyFor(other);
        assertThat(relay.run()).isEqualTo(1);
        assertThat(relay.outboxLength()).isEqualTo(1_000);
    }

    @Test
    void shouldStillWaitForTheQueueOfOneCampaignWhileThatOfAnotherIsAway() {
        long other = open(CAMPAIGN + 1);
        behaviour = onlyFor(other);
        for (long user = 1; user <= 20; user++) {
            service.admit(CAMPAIGN, user, "c");
        }
        assertThat(service.deferred()).isEqualTo(20);
        service.admit(other, 1, "c");
        assertThat(queued).extracting(ReservationGroup::campaignId).containsExactly(other);
        assertThat(service.deferred()).isEqualTo(20);
    }

    @Test
    void shouldSendToTheQueueSideBySideWhereEachSendBlocks() {
        List<AdmissionRequest> crowd = requestsOfCampaigns(10);
        CyclicBarrier allBlock = new CyclicBarrier(10);
        behaviour = group -> {
            try {
                allBlock.await(HANG_GUARD.toSeconds(), TimeUnit.SECONDS);
            } catch (Exception alone) {
                return CompletableFuture.failedFuture(alone);
            }
            return acknowledge(group);
        };
        assertThat(service.admit(crowd)).allMatch(Admission.Admitted.class::isInstance);
        assertThat(service.deferred()).isZero();
    }

    @Test
    void shouldRelayWhatWasAdmittedBeforeTheClockOfRedisWasSetBack() throws Exception {
        OutboxRelay halfAnHour =
                new OutboxRelay(redis.redis, "sale", this::send, SavedGroups.NONE, Duration.ofMinutes(30));
        redis.decide(1);
        assertThat(halfAnHour.run()).as("it is not overdue yet").isZero();
        redis.haveAdmittedInTheFuture();
        redis.decide(2); // its entry follows the one of the future
        assertThat(halfAnHour.run()).isEqualTo(2);
        assertThat(queued).extracting(AdmissionServiceIT::userOf).containsExactly(1L, 2L);
        assertThat(relay.outboxLength()).isZero();
    }

    private long open(long campaignId) {
        redis.open(RedisFixture.campaign(campaignId, 100));
        return campaignId;
    }

    private List<AdmissionRequest> requestsOfCampaigns(int count) {
        return LongStream.range(CAMPAIGN, CAMPAIGN + count)
                .mapToObj(campaign -> new AdmissionRequest(open(campaign), 7, ""))
                .toList();
    }

    private ReservationQueue onlyFor(long campaignId) {
        return group -> group.campaignId() == campaignId ? acknowledge(group) : down(group);
    }

    private static CompletableFuture<?> down(ReservationGroup group) {
        return CompletableFuture.failedFuture(new IllegalStateException("no leader for " + group.campaignId()));
    }

    private static long userOf(ReservationGroup group) {
        return group.reservations().getFirst().userId();
    }

    @Test
    void shouldRelayALongOutboxWhole() throws Exception {
        redis.open(RedisFixture.campaign(2_000));
        behaviour = AdmissionServiceIT::down;
        for (long user = 1; user <= 1_203; user++) {
            service.admit(CAMPAIGN, user, "c");
        }
        behaviour = this::acknowledge;
        queued.clear();
        assertThat(relay.run()).isEqualTo(1_203);
        assertThat(queued).hasSize(1_203).doesNotHaveDuplicates();
        assertThat(relay.outboxLength()).isZero();
    }
}
