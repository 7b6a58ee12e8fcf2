package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.OFFER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the gate to the queue, with a queue that can be told to fail. */
class AdmissionDeskIT {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final RedisFixture redis = new RedisFixture().open(100);
    private final List<Ticket> queued = new CopyOnWriteArrayList<>();
    private TicketQueue behaviour = this::acknowledge;

    private final AdmissionDesk desk =
            new AdmissionDesk(redis.gates, new TicketIds(new AtomicLong()::incrementAndGet), this::send, PATIENCE);
    private final OutboxRelay relay = new OutboxRelay(redis.redis, "sale", this::send, Duration.ZERO);

    private CompletableFuture<?> send(Ticket ticket) {
        return behaviour.send(ticket);
    }

    private CompletableFuture<?> acknowledge(Ticket ticket) {
        queued.add(ticket);
        return CompletableFuture.completedFuture(null);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldClearTheOutboxOnceTheQueueHasTheTicket() {
        assertThat(desk.admit(OFFER, 7, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(queued).hasSize(1);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(desk.leftToRelay()).isZero();
    }

    @Test
    void shouldClearTheOutboxOfManyAtOnce() {
        redis.open(RedisFixture.offer(3_000));
        OutboxSweeper sweeper = new OutboxSweeper(redis.outbox);
        List<Ticket> tickets =
                LongStream.rangeClosed(1, 2_500).mapToObj(redis::admitted).toList();
        assertThat(relay.outboxLength()).isEqualTo(2_500);
        tickets.parallelStream().forEach(sweeper::sweep);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
    }

    @Test
    void shouldAdmitWhileTheQueueIsSilentAndLeaveTheTicketToTheRelay() throws Exception {
        behaviour = ticket -> new CompletableFuture<>();
        long begin = System.nanoTime();
        assertThat(desk.admit(OFFER, 7, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(PATIENCE);
        assertThat(relay.outboxLength()).isEqualTo(1);
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(1);
        assertThat(queued).extracting(Ticket::userId).containsExactly(7L);
        assertThat(relay.outboxLength()).isZero();
    }

    @Test
    void shouldNotWaitForAQueueThatIsKnownToBeDown() {
        behaviour = ticket -> CompletableFuture.failedFuture(new IllegalStateException("down"));
        for (long user = 1; user <= 20; user++) {
            assertThat(desk.admit(OFFER, user, "c")).isInstanceOf(Admission.Admitted.class);
        }
        behaviour = ticket -> {
            throw new AssertionError("the breaker should have kept this call away");
        };
        assertThat(desk.admit(OFFER, 21, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(relay.outboxLength()).isEqualTo(21);
    }

    @Test
    void shouldClearTheOutboxWhenTheAcknowledgementComesLate() {
        CompletableFuture<Void> late = new CompletableFuture<>();
        behaviour = ticket -> late;
        desk.admit(OFFER, 7, "c");
        assertThat(relay.outboxLength()).isEqualTo(1);
        late.complete(null);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
    }

    @Test
    void shouldKeepWhatTheRelayCouldNotSend() throws Exception {
        behaviour = ticket -> CompletableFuture.failedFuture(new IllegalStateException("down"));
        for (long user = 1; user <= 3; user++) {
            desk.admit(OFFER, user, "c");
        }
        assertThatThrownBy(relay::run).isInstanceOf(ExecutionException.class);
        assertThat(relay.outboxLength()).isEqualTo(3);
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(3);
    }

    @Test
    void shouldRelayALongOutboxWhole() throws Exception {
        redis.open(RedisFixture.offer(2_000));
        behaviour = ticket -> CompletableFuture.failedFuture(new IllegalStateException("down"));
        for (long user = 1; user <= 1_203; user++) {
            desk.admit(OFFER, user, "c");
        }
        behaviour = this::acknowledge;
        queued.clear();
        assertThat(relay.run()).isEqualTo(1_203);
        assertThat(queued).hasSize(1_203).doesNotHaveDuplicates();
        assertThat(relay.outboxLength()).isZero();
    }
}
