package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The first group is held up until {@link #goOn}. */
class JointAdmissionTests {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final long WRONG = 13;

    private final ExecutorService gateways = Executors.newVirtualThreadPerTaskExecutor();
    private final List<List<Long>> groups = new CopyOnWriteArrayList<>();
    private final CountDownLatch firstIsUnderWay = new CountDownLatch(1);
    private final CompletableFuture<Void> goOn = new CompletableFuture<>();
    private final JointAdmission admission = new JointAdmission(this::decide, LONG);

    @AfterEach
    void end() {
        goOn.complete(null);
        gateways.close();
    }

    /** Admits each user under their own id. */
    private List<Admission> decide(List<AdmissionRequest> requests) {
        List<Long> users = requests.stream().map(AdmissionRequest::userId).toList();
        groups.add(users);
        if (users.equals(List.of(1L))) {
            firstIsUnderWay.countDown();
            goOn.join();
        }
        if (users.contains(WRONG)) {
            throw new IllegalStateException("there are no ids");
        }
        return users.stream().<Admission>map(Admission.Admitted::new).toList();
    }

    private static List<AdmissionRequest> requests(LongStream users) {
        return users.mapToObj(user -> new AdmissionRequest(7, user, "")).toList();
    }

    private Future<List<Admission>> call(long... users) {
        return gateways.submit(() -> admission.admit(requests(LongStream.of(users))));
    }

    /** Sends the second and third call while the first is being decided, and releases it once both wait. */
    private List<Future<List<Admission>>> callTogether(long[] second, long[] third) throws Exception {
        List<Future<List<Admission>>> calls = new ArrayList<>();
        calls.add(call(1));
        firstIsUnderWay.await();
        Collection<Thread> waiting = new ConcurrentLinkedQueue<>();
        for (long[] users : List.of(second, third)) {
            calls.add(gateways.submit(() -> {
                waiting.add(Thread.currentThread());
                return admission.admit(requests(LongStream.of(users)));
            }));
        }
        await().atMost(LONG)
                .until(() -> waiting.size() == 2
                        && waiting.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
        goOn.complete(null);
        return calls;
    }

    @Test
    void shouldDecideTogetherWhatArrivesMeanwhileAndGiveEachCallItsOutcomes() throws Exception {
        List<Future<List<Admission>>> calls = callTogether(new long[] {2, 3}, new long[] {4});

        assertThat(calls.get(0).get()).containsExactly(new Admission.Admitted(1));
        assertThat(calls.get(1).get()).containsExactly(new Admission.Admitted(2), new Admission.Admitted(3));
        assertThat(calls.get(2).get()).containsExactly(new Admission.Admitted(4));
        assertThat(groups).hasSize(2);
        assertThat(groups.getLast()).containsExactlyInAnyOrder(2L, 3L, 4L);
    }

    @Test
    void shouldNotKeepALargeCallWaiting() throws Exception {
        Future<List<Admission>> first = call(1);
        firstIsUnderWay.await();

        assertThat(admission.admit(requests(LongStream.range(100, 100 + JointAdmission.LARGE))))
                .hasSize(JointAdmission.LARGE);

        assertThat(first.isDone()).isFalse();
    }

    @Test
    void shouldTellEachCallOfAGroupItsFaultAndGoOn() throws Exception {
        List<Future<List<Admission>>> calls = callTogether(new long[] {WRONG}, new long[] {4});

        assertThat(calls.getFirst().get()).hasSize(1);
        for (Future<List<Admission>> call : calls.subList(1, 3)) {
            assertThatThrownBy(call::get).hasCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(admission.admit(new AdmissionRequest(7, 5, ""))).isEqualTo(new Admission.Admitted(5));
    }
}
