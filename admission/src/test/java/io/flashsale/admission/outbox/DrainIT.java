package io.flashsale.admission.outbox;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.redis.Shards;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wait between the closing of a gate and its rebuild. */
class DrainIT {

    private static final Duration SHORT = Duration.ofMillis(1_500);

    private final RedisFixture redis = new RedisFixture().open(1_000);
    private final OutboxRelay relay =
            new OutboxRelay(redis.redis, "sale", group -> CompletableFuture.completedFuture(null), Duration.ZERO);
    private final Drain drain = new Drain(relay, () -> () -> true);

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldWaitUntilWhoWasAdmittedBeforeIsInTheQueue() throws Exception {
        redis.admitted(1);
        assertThat(drain.await(List.of(CAMPAIGN), SHORT)).isFalse();
        relay.run();
        assertThat(drain.await(List.of(CAMPAIGN), SHORT)).isTrue();
    }

    @Test
    void shouldWaitForWhoWasAdmittedBeforeTheClockOfRedisWasSetBack() throws Exception {
        redis.admitted(1);
        redis.haveAdmittedInTheFuture();
        assertThat(drain.await(List.of(CAMPAIGN), SHORT)).isFalse();
        relay.run();
        assertThat(drain.await(List.of(CAMPAIGN), SHORT)).isTrue();
    }

    @Test
    void shouldTellTheAgeOfTheOldestThatWaits() throws Exception {
        assertThat(relay.oldestAge()).isZero();
        redis.admitted(1);
        await().atMost(Duration.ofSeconds(5)).until(() -> relay.oldestAge().toMillis() > 100);
        redis.admitted(2);
        assertThat(relay.oldestAge()).isGreaterThan(Duration.ofMillis(100));
        relay.run();
        assertThat(relay.oldestAge()).isZero();
    }

    @Test
    void shouldNotWaitForAnotherCampaignWhoseReservationsTheQueueDoesNotTake() throws Exception {
        long other = CAMPAIGN + Shards.COUNT; // in the same outbox
        for (long user = 1; user <= 450; user++) { // some pages
            redis.admitted(user);
        }
        assertThat(relay.mark(List.of(other)).isPassed()).isTrue();
        assertThat(drain.await(List.of(other), SHORT)).isTrue();
        redis.admittedTo(other, 1);
        assertThat(relay.mark(List.of(other)).isPassed()).isFalse();
        redis.admitted(451);
        Backlog.Mark closed = relay.mark(List.of(other, CAMPAIGN));
        assertThat(closed.isPassed()).isFalse();
        assertThat(closed.isPassed()).isFalse();
        relay.run();
        assertThat(closed.isPassed()).isTrue();
    }

    @Test
    void shouldNotWaitForOthersOfTheShardWhoAreAdmittedLater() throws Exception {
        Backlog.Mark closed = relay.mark(List.of(CAMPAIGN));
        redis.admitted(1);
        assertThat(closed.isPassed()).isTrue();
        Backlog.Mark closedLater = relay.mark(List.of(CAMPAIGN));
        redis.admitted(2);
        assertThat(closedLater.isPassed()).isFalse();
    }
}
