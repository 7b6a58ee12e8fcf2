package io.flashsale.admission.outbox;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.Reservation;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.redis.ReplicaAcknowledgement;
import io.flashsale.admission.redis.Replication;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries that leave the outbox, and those that must not. */
class OutboxIT {

    private static final int SHARD = Shards.of(CAMPAIGN);

    private final RedisFixture redis = new RedisFixture().open(1_000);

    @AfterEach
    void close() {
        redis.close();
    }

    /** A group that a server had under the same entry id, before it was replaced by one whose clock was behind. */
    private static ReservationGroup namesake(ReservationGroup group) {
        Reservation other = new Reservation(group.reservations().getFirst().id() + Shards.COUNT, 99, "");
        return new ReservationGroup(group.outboxEntry(), CAMPAIGN, group.terms(), group.admittedAt(), List.of(other));
    }

    private List<ReservationGroup> waiting() {
        return redis.outbox.overdue(Duration.ZERO, SHARD, Outbox.BEGINNING, 10);
    }

    @Test
    void shouldForgetWhatTheQueueHas() {
        ReservationGroup first = redis.admitted(1);
        ReservationGroup second = redis.admitted(2);
        ReservationGroup third = redis.admitted(3);
        assertThat(redis.outbox.forget(SHARD, List.of(first, third))).isEmpty();
        assertThat(waiting()).containsExactly(second);
        assertThat(redis.outbox.forget(SHARD, List.of(first, second)))
                .as("what is gone already is no other group's")
                .isEmpty();
        assertThat(waiting()).isEmpty();
    }

    @Test
    void shouldKeepAGroupThatHasTheEntryIdOfOneThatTheQueueHas() {
        ReservationGroup waiting = redis.admitted(1);
        ReservationGroup queued = redis.admitted(2);
        assertThat(redis.outbox.forget(SHARD, List.of(namesake(waiting), queued)))
                .containsExactly(waiting.outboxEntry());
        assertThat(waiting()).containsExactly(waiting);
    }

    @Test
    void shouldNotTakeAGroupForOneThatReplicasHaveUnderTheSameEntryId() {
        ReplicaAcknowledgement replicas = new ReplicaAcknowledgement(
                redis.redis, new StockGateKeys("sale"), new Replication(0, Duration.ofSeconds(5)));
        ReservationGroup held = redis.admitted(1);
        assertThat(replicas.missing(List.of(held))).isEmpty();
        assertThat(replicas.missing(List.of(namesake(held)))).hasSize(1);
        redis.outbox.forget(SHARD, List.of(held));
        assertThat(replicas.missing(List.of(held))).containsExactly(held);
    }
}
