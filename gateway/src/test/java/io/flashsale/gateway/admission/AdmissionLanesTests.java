package io.flashsale.gateway.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.UpstreamException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lanes to a service that answers when the test permits it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AdmissionLanesTests {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final ExecutorService shoppers = Executors.newVirtualThreadPerTaskExecutor();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<List<Line>> groups = new CopyOnWriteArrayList<>();
    private final List<Integer> shed = new CopyOnWriteArrayList<>();
    private final List<Thread> senders = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> gates = new CopyOnWriteArrayList<>();
    private volatile boolean held = true;

    @AfterEach
    void end() {
        releaseAll();
        shoppers.close();
    }

    private void releaseAll() {
        held = false;
        gates.forEach(gate -> gate.complete(null));
    }

    private List<Answer> send(List<Line> group, @Nullable Integer refused) throws UpstreamException {
        shed.add(Objects.requireNonNullElse(refused, 0));
        CompletableFuture<Void> gate = new CompletableFuture<>();
        senders.add(Thread.currentThread());
        gates.add(gate);
        boolean holds = held;
        groups.add(group); // last: tests open its gate, or hold no further group, once they see it
        if (holds) {
            try {
                gate.get();
            } catch (InterruptedException | ExecutionException fault) {
                throw new UpstreamException(ProblemType.GATEWAY_TIMEOUT, "lost");
            }
        }
        return group.stream()
                .map(line -> new Answer(202, Map.of(), Long.toString(line.userId())))
                .toList();
    }

    /** Lanes that open for each request. */
    private AdmissionLanes<Line> lanes(int instances, int lanes, int maxGroup, int maxWaiting, Duration maxWait) {
        var properties = new AdmissionGroupingProperties("secret", lanes, maxWaiting, maxWait);
        return lanes(instances, maxGroup, Duration.ZERO, properties);
    }

    private AdmissionLanes<Line> lanes(
            int instances, int maxGroup, Duration patience, AdmissionGroupingProperties properties) {
        return new AdmissionLanes<>("stock", instances, this::send, maxGroup, patience, properties, meters);
    }

    private Future<Answer> ask(AdmissionLanes<Line> lanes, long user) {
        return shoppers.submit(() -> lanes.ask(new Line(1, user, "", null)));
    }

    private void awaitGathered(int count) {
        Gauge gathered = meters.get("flashsale.gateway.admission.gathered").gauge();
        await().atMost(LONG).until(() -> gathered.value() == count);
    }

    private void awaitGroups(int count) {
        await().atMost(LONG).until(() -> groups.size() == count);
    }

    private static ProblemType problemOf(Future<Answer> refused) throws InterruptedException {
        try {
            throw new AssertionError("was answered " + refused.get());
        } catch (ExecutionException fault) {
            return ((UpstreamException) Objects.requireNonNull(fault.getCause())).problem();
        }
    }

    @Test
    void areThereForEachInstance() throws Exception {
        AdmissionLanes<Line> lanes = lanes(2, 2, 8, 8, LONG);
        List<Future<Answer>> asked = new ArrayList<>();
        for (int user = 1; user <= 4; user++) {
            asked.add(ask(lanes, user));
            awaitGroups(user);
        }
        asked.add(ask(lanes, 5));
        awaitGathered(1);
        assertThat(groups).hasSize(4);
        releaseAll();
        for (Future<Answer> each : asked) {
            assertThat(each.get().status()).isEqualTo(202);
        }
    }

    @Test
    void sendALoneRequestAtOnceAndWithoutAnotherThread() throws UpstreamException {
        releaseAll();
        AdmissionLanes<Line> lanes = lanes(1, 2, 8, 8, LONG);
        assertThat(lanes.ask(new Line(1, 7, "", null)).body()).isEqualTo("7");
        assertThat(lanes.ask(new Line(1, 8, "", null)).body()).isEqualTo("8");
        assertThat(groups).hasSize(2);
        assertThat(senders).containsOnly(Thread.currentThread());
    }

    @Test
    void sendTogetherWhoeverCameWhileAllLanesWereBusyUpToTheLargestGroup() throws Exception {
        AdmissionLanes<Line> lanes = lanes(1, 1, 4, 100, LONG);
        List<Future<Answer>> all = new ArrayList<>();
        for (int user = 1; user <= 7; user++) {
            all.add(ask(lanes, user));
            awaitGroups(1);
            awaitGathered(user - 1); // so that their order is known
        }
        releaseAll();
        for (int user = 1; user <= 7; user++) {
            assertThat(all.get(user - 1).get().body()).isEqualTo(Integer.toString(user));
        }
        assertThat(groups)
                .extracting(group -> group.stream().map(Line::userId).toList())
                .containsExactly(List.of(1L), List.of(2L, 3L, 4L, 5L), List.of(6L, 7L));
        assertThat(meters.get("flashsale.gateway.admission.group.size")
                        .summary()
                        .max())
                .isEqualTo(4);
    }

    @Test
    void keepOneLaneGoingWhileTheOtherHangs() throws Exception {
        AdmissionLanes<Line> lanes = lanes(1, 2, 4, 100, LONG);
        Future<Answer> hanging = ask(lanes, 1);
        awaitGroups(1);
        held = false;
        for (int user = 2; user <= 40; user++) {
            assertThat(ask(lanes, user).get(5, TimeUnit.MINUTES).body()).isEqualTo(Integer.toString(user));
        }
        assertThat(hanging.isDone()).isFalse();
    }

    @Test
    void openAFurtherLaneOnlyForAFullGroup() throws Exception {
        AdmissionLanes<Line> lanes = lanes(1, 3, LONG, new AdmissionGroupingProperties("secret", 2, 100, LONG));
        List<Future<Answer>> all = new ArrayList<>();
        for (int user = 1; user <= 3; user++) {
            all.add(ask(lanes, user));
            awaitGroups(1);
            awaitGathered(user - 1);
        }
        assertThat(groups).hasSize(1);
        all.add(ask(lanes, 4));
        awaitGroups(2);
        all.add(ask(lanes, 5));
        awaitGathered(1);
        gates.get(1).complete(null);
        assertThat(all.get(1).get().status()).isEqualTo(202);
        awaitGathered(1); // the next group is not full, and the first call is still in flight
        releaseAll();
        for (Future<Answer> each : all) {
            assertThat(each.get().status()).isEqualTo(202);
        }
        assertThat(groups)
                .extracting(group -> group.stream().map(Line::userId).toList())
                .containsExactly(List.of(1L), List.of(2L, 3L, 4L), List.of(5L));
    }

    @Test
    void openAFurtherLaneForARequestThatHasWaitedTooLong() throws Exception {
        AdmissionLanes<Line> lanes =
                lanes(1, 100, Duration.ofMillis(10), new AdmissionGroupingProperties("secret", 2, 100, LONG));
        Future<Answer> hanging = ask(lanes, 1);
        awaitGroups(1);
        held = false;
        assertThat(ask(lanes, 2).get().status()).isEqualTo(202);
        assertThat(hanging.isDone()).isFalse();
    }

    /** They also tell the service how many they refused, until it has heard of it. */
    @Test
    void refuseAtOnceWhoeverIsOneTooManyAndTellEachOfAGroupWhoseAnswerWasLost() throws Exception {
        AdmissionLanes<Line> lanes = lanes(1, 1, 4, 2, LONG);
        Future<Answer> first = ask(lanes, 1);
        awaitGroups(1);
        List<Future<Answer>> second = List.of(ask(lanes, 2), ask(lanes, 3));
        awaitGathered(2);
        assertThat(problemOf(ask(lanes, 4))).isEqualTo(ProblemType.SERVICE_UNAVAILABLE);
        assertThat(problemOf(ask(lanes, 5))).isEqualTo(ProblemType.SERVICE_UNAVAILABLE);
        assertThat(meters.get("flashsale.gateway.admission.shed").counter().count())
                .isEqualTo(2);

        gates.getFirst().complete(null);
        assertThat(first.get().status()).isEqualTo(202);
        awaitGroups(2);
        Future<Answer> third = ask(lanes, 6);
        awaitGathered(1);
        gates.get(1).completeExceptionally(new IllegalStateException("the service was killed"));
        for (Future<Answer> lost : second) {
            assertThat(problemOf(lost)).isEqualTo(ProblemType.GATEWAY_TIMEOUT);
        }

        releaseAll();
        assertThat(third.get().body()).isEqualTo("6");
        assertThat(ask(lanes, 7).get().status()).isEqualTo(202);
        assertThat(shed).containsExactly(0, 2, 2, 0);
        assertThat(groups.stream().flatMap(List::stream).map(Line::userId)).doesNotContain(4L, 5L);
    }

    @Test
    void letAnInterruptedRequestGoUnlessItIsOnItsWay() throws Exception {
        AdmissionLanes<Line> lanes = lanes(1, 1, 4, 2, LONG);
        Future<Answer> first = ask(lanes, 1);
        awaitGroups(1);
        assertThat(shoppers.submit(() -> {
                            Thread.currentThread().interrupt();
                            assertThatThrownBy(() -> lanes.ask(new Line(1, 2, "", null)))
                                    .isInstanceOf(UpstreamException.class);
                            return Thread.interrupted();
                        })
                        .get())
                .isTrue();
        releaseAll();
        assertThat(first.get().status()).isEqualTo(202);
        assertThat(groups).hasSize(1);
    }

    @Test
    void neverSendWhoeverHasGivenUp() throws Exception {
        AdmissionLanes<Line> lanes = lanes(1, 1, 4, 2, Duration.ofMillis(10)); // the others find the lane free
        Future<Answer> first = ask(lanes, 1);
        awaitGroups(1);
        assertThat(problemOf(ask(lanes, 2))).isEqualTo(ProblemType.SERVICE_UNAVAILABLE);
        awaitGathered(0); // and its place is free again
        releaseAll();
        assertThat(first.get().status()).isEqualTo(202);
        assertThat(ask(lanes, 3).get().status()).isEqualTo(202);
        assertThat(groups.stream().flatMap(List::stream).map(Line::userId)).containsExactly(1L, 3L);
    }

    @Test
    void answerEverybodyOfACrowdExactlyOnceWithHisOwnAnswer() {
        releaseAll();
        AdmissionLanes<Line> lanes =
                lanes(1, 16, Duration.ofMillis(1), new AdmissionGroupingProperties("secret", 2, 1_000, LONG));
        List<Callable<Boolean>> crowd = new ArrayList<>();
        for (long first = 0; first < 200_000; first += 1_000) {
            long shopper = first;
            crowd.add(() -> {
                for (long click = shopper; click < shopper + 100; click++) {
                    assertThat(lanes.ask(new Line(1, click, "", null)).body()).isEqualTo(Long.toString(click));
                    if (ThreadLocalRandom.current().nextInt(20) == 0) {
                        Thread.sleep(1);
                    }
                }
                return true;
            });
        }
        Together.run(crowd);
        assertThat(groups.stream().mapToInt(List::size).sum()).isEqualTo(20_000);
        assertThat(groups).allSatisfy(group -> assertThat(group).hasSizeBetween(1, 16));
    }
}
