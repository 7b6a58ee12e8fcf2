package io.flashsale.admission.outbox;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.RedisFixture;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.UserReservation;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RStream;
import org.redisson.api.stream.StreamAddArgs;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;

/** Covers which entries leave the outbox, and which must not. */
class ReservationOutboxIT {

    private static final int SHARD = Shards.of(CAMPAIGN);
    private static final StockGateKeys KEYS = new StockGateKeys("sale");

    private final RedisFixture redis = new RedisFixture().open(3_000);

    @AfterEach
    void close() {
        redis.close();
    }

    /** A group with the same entry id, from a server that one with a slower clock replaced. */
    private static ReservationGroup namesake(ReservationGroup group) {
        UserReservation other = new UserReservation(
                group.reservations().getFirst().id() + Shards.COUNT, 99, "", UserReservation.NO_TICKET);
        return new ReservationGroup(group.outboxEntry(), CAMPAIGN, group.terms(), group.admittedAt(), List.of(other));
    }

    @Test
    void shouldForgetWhatTheQueueHas() {
        ReservationGroup first = redis.admitted(1);
        ReservationGroup second = redis.admitted(2);
        ReservationGroup third = redis.admitted(3);
        assertThat(redis.outbox.forget(SHARD, List.of(first, third))).isEmpty();
        assertThat(redis.waiting()).containsExactly(second);
        assertThat(redis.outbox.forget(SHARD, List.of(first, second)))
                .as("what is gone already is no other group's")
                .isEmpty();
        assertThat(redis.waiting()).isEmpty();
    }

    @Test
    void shouldKeepAGroupThatHasTheEntryIdOfOneThatTheQueueHas() {
        ReservationGroup waiting = redis.admitted(1);
        ReservationGroup queued = redis.admitted(2);
        assertThat(redis.outbox.forget(SHARD, List.of(namesake(waiting), queued)))
                .containsExactly(waiting.outboxEntry());
        assertThat(redis.waiting()).containsExactly(waiting);
    }

    @Test
    void shouldForgetManyAtOnceThatAreSwept() {
        OutboxSweeper sweeper = new OutboxSweeper(redis.outbox::forgetAsync);
        List<ReservationGroup> groups =
                LongStream.rangeClosed(1, 2_500).mapToObj(redis::admitted).toList();
        groups.parallelStream().forEach(sweeper::sweep);
        await().untilAsserted(() -> assertThat(redis.outbox.length()).isZero());
    }

    @Test
    void shouldSetAsideWhatMakesNoSenseAndRelayTheOthers() throws Exception {
        RStream<String, String> stream = redis.redis.getStream(KEYS.outbox(SHARD), StringCodec.INSTANCE);
        stream.add(StreamAddArgs.entries(Map.of("campaign", "42")));
        stream.add(StreamAddArgs.entries(
                "campaign", "42", "at", "1", "terms", "", "reservations", "12:7", "surplus", "field"));
        ReservationGroup behind = redis.admitted(1);
        List<ReservationGroup> queued = new ArrayList<>();
        OutboxRelay relay = new SavedGroupsDouble().relay(redis.redis, group -> {
            queued.add(group);
            return CompletableFuture.completedFuture(null);
        });
        assertThat(relay.run()).isEqualTo(1);
        assertThat(queued).containsExactly(behind);
        assertThat(relay.outboxLength()).isZero();
        RStream<String, String> deadLetters = redis.redis.getStream(KEYS.deadLetters(SHARD), StringCodec.INSTANCE);
        assertThat(deadLetters.range(StreamMessageId.MIN, StreamMessageId.MAX).values())
                .hasSize(2)
                .allSatisfy(letter -> assertThat(letter).containsKeys("entry", "reason", "campaign"))
                .last()
                .satisfies(letter -> assertThat(letter).containsEntry("reservations", "12:7"));
    }

    @Test
    void shouldNotSetAsideAnEntryThatIsGone() {
        List<Object> keys = List.of(KEYS.outbox(SHARD), KEYS.deadLetters(SHARD));
        assertThat(LuaScript.named("setaside").answer(redis.redis, keys, "1-1", "no reason"))
                .isEqualTo("GONE");
    }
}
