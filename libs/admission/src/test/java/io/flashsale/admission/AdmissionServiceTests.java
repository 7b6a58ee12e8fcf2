package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.admission.outbox.SavedGroupsDouble;
import io.flashsale.admission.redis.StockGateKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.stubbing.Answer;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.misc.CompletableFutureWrapper;

/** A Redis of several masters, one of which does not answer. */
class AdmissionServiceTests {

    private static final long DEAD = 42;
    private static final long WELL = 43;

    private final TestTime time = new TestTime();
    private final AtomicInteger askedInVain = new AtomicInteger();
    private final AdmissionService service = service(AdmissionService.Listener.NONE);

    private AdmissionService service(AdmissionService.Listener listener) {
        return service(redis(), listener);
    }

    private AdmissionService service(RedissonClient redis, AdmissionService.Listener listener) {
        return service(redis, group -> CompletableFuture.completedFuture(null), SavedGroups.NONE, listener);
    }

    private AdmissionService service(
            RedissonClient redis, ReservationQueue queue, SavedGroups saved, AdmissionService.Listener listener) {
        return new AdmissionService(
                new StockGates(redis, "sale", time, StockGates::after),
                new ReservationIds(new AtomicLong()::incrementAndGet),
                queue,
                Duration.ofMillis(200),
                saved,
                listener,
                BucketSupply.NONE,
                time,
                time);
    }

    private RedissonClient redis() {
        return redis(call -> {
            List<Object> keys = call.getArgument(3);
            if (keys.getFirst().equals(new StockGateKeys("sale").gate(DEAD))) {
                askedInVain.incrementAndGet();
                return new CompletableFutureWrapper<>(new RedisTimeoutException("its master is dead"));
            }
            return new CompletableFutureWrapper<>(List.of("MISSING"));
        });
    }

    private static RedissonClient redis(Answer<?> answer) {
        RScript scripts = mock(RScript.class);
        when(scripts.evalShaAsync(any(), anyString(), any(), anyList(), any(Object[].class)))
                .thenAnswer(answer);
        RedissonClient redis = mock(RedissonClient.class);
        when(redis.getScript(any(OptionalOptions.class))).thenReturn(scripts);
        return redis;
    }

    @Test
    void shouldGoOnAskingForCampaignsWhoseMasterAnswersWhileThatOfAnotherDoesNot() {
        for (long user = 1; user <= 20; user++) {
            assertThat(service.admit(DEAD, user, "")).isEqualTo(new NotReady(Cause.UNREACHABLE));
            assertThat(service.admit(WELL, user, ""))
                    .as("user %d, answered by Redis", user)
                    .isEqualTo(new NotReady(Cause.MISSING));
        }
        assertThat(askedInVain).as("where nobody answers, nobody asks for long").hasValueLessThan(20);
    }

    static Stream<RedisException> shouldAskOnceMoreAServerThatMayDoSoonWhatItHasNot() {
        return Stream.of(
                new RedisReadonlyException("READONLY You can't write against a read only replica."),
                new RedisNodeNotFoundException("Node for slot: 7 hasn't been discovered yet"));
    }

    @ParameterizedTest
    @MethodSource
    void shouldAskOnceMoreAServerThatMayDoSoonWhatItHasNot(RedisException fault) {
        List<Object> attempts = new ArrayList<>();
        RedissonClient redis = redis(call -> {
            attempts.add(call.getArgument(7));
            return attempts.size() == 1
                    ? new CompletableFutureWrapper<>(fault)
                    : new CompletableFutureWrapper<>(List.of("MISSING"));
        });
        assertThat(service(redis, AdmissionService.Listener.NONE).admit(WELL, 7, ""))
                .isEqualTo(new NotReady(Cause.UNREACHABLE));
        assertThat(attempts).containsExactly("1", "2");
    }

    @Test
    void shouldTellAListenerWhatEachGateHasDecidedForWhom() {
        List<String> heard = new ArrayList<>();
        AdmissionService watched = service((requests, outcomes, nanos) ->
                heard.add(requests.stream().map(AdmissionRequest::correlationId).toList() + " " + outcomes));
        watched.admit(List.of(
                new AdmissionRequest(DEAD, 1, "a"),
                new AdmissionRequest(WELL, 2, "b"),
                new AdmissionRequest(DEAD, 3, "c")));
        NotReady unreachable = new NotReady(Cause.UNREACHABLE);
        assertThat(heard)
                .containsExactly(
                        "[a, c] " + List.of(unreachable, unreachable), "[b] " + List.of(new NotReady(Cause.MISSING)));
    }

    /** If Redis is lost with the outbox, the gate's rebuild waits no longer, and offers the unit once more. */
    @Test
    void shouldNeitherPromiseNorSaveWhatARebuildMayMissWhileTheQueueIsSilent() {
        Duration inRedis = Duration.ofSeconds(1);
        RedissonClient admitting = redis(_ -> {
            time.pass(inRedis);
            return new CompletableFutureWrapper<>(List.of("1790000000000-0", "1790000000000", "{}", "ADMITTED"));
        });
        SavedGroupsDouble saved = new SavedGroupsDouble();
        AdmissionService slow = service(
                admitting,
                group -> CompletableFuture.failedFuture(new IOException("silent")),
                saved,
                AdmissionService.Listener.NONE);
        Duration left = Drain.REQUESTS_IN_FLIGHT.minus(inRedis);

        saved.whileWriting = () -> time.pass(left.minusNanos(1));
        assertThat(slow.admit(WELL, 1, "")).isInstanceOf(Admission.Admitted.class);
        saved.whileWriting = () -> time.pass(left);
        assertThat(slow.admit(WELL, 2, "")).isInstanceOf(Admission.Undecided.class);
        assertThat(saved.all()).hasSize(1);
    }

    /** By then Redis may have admitted a user. */
    @Test
    void shouldAnswerThoughAListenerThrows() {
        AdmissionService watched = service((requests, outcomes, nanos) -> {
            throw new IllegalStateException("thrown by a test");
        });
        assertThat(watched.admit(WELL, 1, "")).isEqualTo(new NotReady(Cause.MISSING));
    }
}
