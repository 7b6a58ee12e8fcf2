package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
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
class AdmissionServiceIT {

    private static final Duration TIMEOUT = Duration.ofMillis(200);

    private final RedisFixture redis = new RedisFixture().open(100);
    private final List<Reservation> queued = new CopyOnWriteArrayList<>();
    private ReservationQueue behaviour = this::acknowledge;

    private final AdmissionService service = new AdmissionService(
            redis.gates, new ReservationIds(new AtomicLong()::incrementAndGet), this::send, TIMEOUT);
    private final OutboxRelay relay = new OutboxRelay(redis.redis, "sale", this::send, Duration.ZERO);

    private CompletableFuture<?> send(Reservation reservation) {
        return behaviour.send(reservation);
    }

    private CompletableFuture<?> acknowledge(Reservation reservation) {
        queued.add(reservation);
        return CompletableFuture.completedFuture(null);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void shouldClearTheOutboxOnceTheQueueHasTheReservation() {
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(queued).hasSize(1);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(service.deferred()).isZero();
    }

    @Test
    void shouldBringAReservationWhoseAnswerWasLostToTheQueueLikeAnyOther() {
        long id = new ReservationIds(() -> 1).next(CAMPAIGN);
        // As when the answer of the script is lost, and Redisson sends it again under the same id.
        redis.gates.admit(CAMPAIGN, 7, id, "c");
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.AdmittedBefore.class);
        assertThat(queued).extracting(Reservation::id).containsExactly(id);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(service.deferred()).isZero();
    }

    @Test
    void shouldDeferAReservationWhoseAnswerWasLostWhileTheQueueIsSilent() {
        redis.gates.admit(CAMPAIGN, 7, new ReservationIds(() -> 1).next(CAMPAIGN), "c");
        behaviour = reservation -> new CompletableFuture<>();
        long begin = System.nanoTime();
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.AdmittedBefore.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(TIMEOUT);
        assertThat(service.deferred()).isEqualTo(1);
        assertThat(relay.outboxLength()).isEqualTo(1);
    }

    @Test
    void shouldClearTheOutboxOfManyAtOnce() {
        redis.open(RedisFixture.campaign(3_000));
        OutboxSweeper sweeper = new OutboxSweeper(redis.outbox);
        List<Reservation> reservations =
                LongStream.rangeClosed(1, 2_500).mapToObj(redis::admitted).toList();
        assertThat(relay.outboxLength()).isEqualTo(2_500);
        reservations.parallelStream().forEach(sweeper::sweep);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
    }

    @Test
    void shouldAdmitWhileTheQueueIsSilentAndLeaveTheReservationToTheRelay() throws Exception {
        behaviour = reservation -> new CompletableFuture<>();
        long begin = System.nanoTime();
        assertThat(service.admit(CAMPAIGN, 7, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(TIMEOUT);
        assertThat(relay.outboxLength()).isEqualTo(1);
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(1);
        assertThat(queued).extracting(Reservation::userId).containsExactly(7L);
        assertThat(relay.outboxLength()).isZero();
    }

    @Test
    void shouldNotWaitForAQueueThatIsKnownToBeDown() {
        behaviour = reservation -> CompletableFuture.failedFuture(new IllegalStateException("down"));
        for (long user = 1; user <= 20; user++) {
            assertThat(service.admit(CAMPAIGN, user, "c")).isInstanceOf(Admission.Admitted.class);
        }
        behaviour = reservation -> {
            throw new AssertionError("the breaker should have kept this call away");
        };
        assertThat(service.admit(CAMPAIGN, 21, "c")).isInstanceOf(Admission.Admitted.class);
        assertThat(relay.outboxLength()).isEqualTo(21);
    }

    @Test
    void shouldClearTheOutboxWhenTheAcknowledgementComesLate() {
        CompletableFuture<Void> late = new CompletableFuture<>();
        behaviour = reservation -> late;
        service.admit(CAMPAIGN, 7, "c");
        assertThat(relay.outboxLength()).isEqualTo(1);
        late.complete(null);
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
    }

    @Test
    void shouldKeepWhatTheRelayCouldNotSend() throws Exception {
        behaviour = reservation -> CompletableFuture.failedFuture(new IllegalStateException("down"));
        for (long user = 1; user <= 3; user++) {
            service.admit(CAMPAIGN, user, "c");
        }
        assertThatThrownBy(relay::run).isInstanceOf(ExecutionException.class);
        assertThat(relay.outboxLength()).isEqualTo(3);
        behaviour = this::acknowledge;
        assertThat(relay.run()).isEqualTo(3);
    }

    @Test
    void shouldRelayALongOutboxWhole() throws Exception {
        redis.open(RedisFixture.campaign(2_000));
        behaviour = reservation -> CompletableFuture.failedFuture(new IllegalStateException("down"));
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
