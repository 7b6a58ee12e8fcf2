package io.flashsale.admission.outbox;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.TestTime;
import io.flashsale.admission.redis.Shards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Covers the wait between the closing of a gate and its rebuild. */
class DrainIT {

    /** Enough for some looks, each of which takes a part of it. */
    private static final Duration SHORT = Duration.ofMillis(1_500);

    /** In the same outbox. */
    private static final long OTHER = CAMPAIGN + Shards.COUNT;

    /** In another outbox. */
    private static final long THIRD = CAMPAIGN + 1;

    private final RedisFixture redis = new RedisFixture().open(1_000);
    private final SavedGroupsDouble saved = new SavedGroupsDouble();
    private final OutboxRelay relay = saved.relay(redis.redis, group -> CompletableFuture.completedFuture(null));
    private final Set<Long> unknown = new HashSet<>();
    private final BacklogDouble queue = new BacklogDouble(unknown);
    private final TestTime time = new TestTime();
    private final Drain drain = new Drain(relay, queue, this::nanosPassing, Thread::sleep);
    private final Set<Long> drained = new HashSet<>();

    private long nanosPassing() {
        time.pass(Duration.ofMillis(100));
        return time.getAsLong();
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private boolean isDrained(Long... closed) throws InterruptedException {
        drained.clear();
        return drain.await(List.of(closed), SHORT, drained::addAll);
    }

    @Test
    void shouldWaitUntilWhoWasAdmittedBeforeIsInTheQueue() throws Exception {
        Backlog.Mark before = relay.mark(List.of(CAMPAIGN));
        redis.admitted(1);
        assertThat(before.waiting()).as("not for who is admitted later").isEmpty();
        assertThat(isDrained(CAMPAIGN)).isFalse();
        relay.run();
        assertThat(isDrained(CAMPAIGN)).isTrue();
    }

    @Test
    void shouldWaitUntilWhatRedisHasLostButTheDatabaseHasSavedIsInTheQueue() throws Exception {
        saved.save(List.of(redis.admitted(1)), () -> true);
        redis.redis.getKeys().flushdb();
        assertThat(isDrained(CAMPAIGN)).isFalse();
        assertThat(isDrained(OTHER)).isTrue();
        saved.away = true;
        assertThat(isDrained(CAMPAIGN)).as("while the database does not answer").isFalse();
        saved.away = false;
        relay.run();
        assertThat(isDrained(CAMPAIGN)).isTrue();
    }

    @Test
    void shouldWaitForWhoWasAdmittedBeforeTheClockOfRedisWasSetBack() throws Exception {
        redis.admitted(1);
        redis.haveAdmittedInTheFuture();
        assertThat(isDrained(CAMPAIGN)).isFalse();
        relay.run();
        assertThat(isDrained(CAMPAIGN)).isTrue();
    }

    @Test
    void shouldTellTheAgeOfTheOldestThatWaits() throws Exception {
        assertThat(relay.oldestAge()).isZero();
        redis.admitted(1);
        await().until(() -> relay.oldestAge().toMillis() > 100);
        redis.admitted(2);
        assertThat(relay.oldestAge()).isGreaterThan(Duration.ofMillis(100));
        relay.run();
        assertThat(relay.oldestAge()).isZero();
    }

    @Test
    void shouldNotWaitForAnotherCampaignWhoseReservationsTheQueueDoesNotTake() throws Exception {
        for (long user = 1; user <= 450; user++) { // several pages
            redis.admitted(user);
        }
        assertThat(relay.mark(List.of(OTHER)).waiting()).isEmpty();
        assertThat(isDrained(OTHER)).isTrue();
        redis.admittedTo(OTHER, 1);
        assertThat(relay.mark(List.of(OTHER)).waiting()).containsExactly(OTHER);
        redis.admitted(451);
        Backlog.Mark closed = relay.mark(List.of(OTHER, CAMPAIGN));
        assertThat(closed.waiting()).containsExactlyInAnyOrder(OTHER, CAMPAIGN);
        assertThat(closed.waiting()).containsExactlyInAnyOrder(OTHER, CAMPAIGN);
        relay.run();
        assertThat(closed.waiting()).isEmpty();
        assertThat(closed.waiting()).isEmpty();
    }

    @Test
    void shouldTellOfEachCampaignWhenItsOwnHaveGoneHoweverManyOthersStay() throws Exception {
        List<ReservationGroup> mine = new ArrayList<>();
        for (long user = 1; user <= 3; user++) {
            mine.add(redis.admitted(user));
            redis.admittedTo(OTHER, user);
        }
        Backlog.Mark closed = relay.mark(List.of(OTHER, CAMPAIGN));
        for (ReservationGroup group : List.of(mine.get(1), mine.get(0), mine.get(2))) {
            assertThat(closed.waiting()).containsExactlyInAnyOrder(OTHER, CAMPAIGN);
            redis.outbox.forget(Shards.of(CAMPAIGN), List.of(group));
        }
        assertThat(closed.waiting()).containsExactly(OTHER);
    }

    @Test
    void shouldTellAtOnceOfThoseWhoNeedNotWaitForOthers() throws Exception {
        redis.admitted(1);
        queue.queued.add(OTHER);
        assertThat(isDrained(CAMPAIGN, OTHER, THIRD)).isFalse();
        assertThat(drained).containsExactly(THIRD);
        queue.queued.clear();
        assertThat(isDrained(CAMPAIGN, OTHER, THIRD)).isFalse();
        assertThat(drained).containsExactlyInAnyOrder(OTHER, THIRD);
        relay.run();
        assertThat(isDrained(CAMPAIGN, OTHER, THIRD)).isTrue();
        assertThat(drained).containsExactlyInAnyOrder(CAMPAIGN, OTHER, THIRD);
    }

    @Test
    void shouldWaitForNobodyWhosePartOfTheQueueDoesNotAnswer() throws Exception {
        unknown.add(CAMPAIGN);
        assertThat(drain.await(List.of(CAMPAIGN, OTHER), Duration.ofHours(1), drained::addAll))
                .isFalse();
        assertThat(drained).containsExactly(OTHER);
    }

    /** The silent part has the only campaign that has left its outbox when the queue is first asked. */
    @Test
    void shouldWaitOnForOthersWhenTheOnlyPartOfTheQueueThatIsAskedDoesNotAnswer() throws Exception {
        redis.admitted(1);
        unknown.add(OTHER);
        Drain whileItIsRelayed = new Drain(
                relay,
                campaigns -> {
                    relayAll();
                    return queue.mark(campaigns);
                },
                this::nanosPassing,
                Thread::sleep);
        assertThat(whileItIsRelayed.await(List.of(CAMPAIGN, OTHER), SHORT, drained::addAll))
                .isFalse();
        assertThat(drained).containsExactly(CAMPAIGN);
    }

    /** Its campaign is marked together with one that passes, and alone from then on. */
    @Test
    void shouldWaitOnForOthersAndUntilAPartOfTheQueueAnswersAgainThatFellSilentAfterItWasMarked() throws Exception {
        redis.admitted(1);
        queue.queued.add(OTHER);
        assertThat(drain.await(List.of(CAMPAIGN, OTHER, THIRD), SHORT, arrived -> {
                    drained.addAll(arrived);
                    if (arrived.contains(CAMPAIGN)) {
                        unknown.clear();
                        queue.queued.clear();
                    } else {
                        unknown.add(OTHER);
                        relayAll();
                    }
                }))
                .isTrue();
        assertThat(drained).containsExactlyInAnyOrder(CAMPAIGN, OTHER, THIRD);
    }

    @Test
    void shouldNotCountTheTimeThatWhoIsToldTakes() throws Exception {
        redis.admitted(1);
        assertThat(drain.await(List.of(CAMPAIGN, OTHER), SHORT, arrived -> {
                    drained.addAll(arrived);
                    if (arrived.contains(OTHER)) {
                        time.pass(SHORT); // a gate with a million holders takes that long
                        relayAll();
                    }
                }))
                .isTrue();
        assertThat(drained).containsExactlyInAnyOrder(CAMPAIGN, OTHER);
    }

    private void relayAll() {
        try {
            relay.run();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
