package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionRequest;
import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.UserReservation;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.TracingAutoConfiguration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

/** Runs with tracing switched on. */
class FollowedTests {

    private static final String FOLLOWED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String OTHER = "0123456789abcdef";

    private static void with(Consumer<OrderTrace> test) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TracingAutoConfiguration.class))
                .withBean(JsonMapper.class, () -> JsonMapper.builder().build())
                .withBean(RedissonClient.class, () -> mock(RedissonClient.class))
                .withPropertyValues("flashsale.tracing.sampling=1")
                .run(context -> test.accept(context.getBean(OrderTrace.class)));
    }

    /** Hardly any of the hundreds in a group, and of hundreds of groups a second, is followed. */
    @Test
    @SuppressWarnings("unchecked")
    void shouldNotEvenLookAtWhatWasDecidedForThoseWhoAreNotFollowed() {
        with(trace -> {
            List<Admission> outcomes = mock(List.class);
            new FollowedAdmissions(trace, mock(StockGates.class))
                    .decided(List.of(new AdmissionRequest(1, 2, OTHER)), outcomes, 1_000);
            verifyNoInteractions(outcomes);
        });
    }

    /** By then it is on its way; the sender must hear that, and nothing else. */
    @Test
    void shouldSendThoughItCannotBeToldOf() {
        with(trace -> {
            ReservationQueue queue = mock(ReservationQueue.class);
            CompletableFuture<Object> sent = CompletableFuture.completedFuture("sent");
            when(queue.send(any())).thenAnswer(call -> sent);
            ReservationGroup group = mock(ReservationGroup.class);
            when(group.reservations())
                    .thenReturn(List.of(new UserReservation(1, 2, FOLLOWED, UserReservation.NO_TICKET)));
            when(group.admittedAt()).thenReturn(Instant.EPOCH);
            when(group.outboxEntry()).thenThrow(new IllegalStateException("thrown by a test"));
            FollowedQueue followed = new FollowedQueue(queue, trace, "forwarder");
            assertThatCode(() -> assertThat(followed.send(group)).isSameAs(sent))
                    .doesNotThrowAnyException();
            verify(queue).send(group);
        });
    }
}
