package io.flashsale.commons.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupCommitTests {

    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final ConcurrentLinkedQueue<List<Integer>> groups = new ConcurrentLinkedQueue<>();
    private final CountDownLatch firstIsUnderWay = new CountDownLatch(1);
    private final CompletableFuture<Void> goOn = new CompletableFuture<>();

    @AfterEach
    void endCallers() {
        goOn.complete(null);
        callers.close();
    }

    /** Holds the first group up until {@link #goOn}. */
    private boolean work(List<Integer> group) {
        groups.add(group);
        firstIsUnderWay.countDown();
        goOn.join();
        if (group.contains(13)) {
            throw new IllegalStateException("13 is none that can be done together");
        }
        return !group.contains(7);
    }

    /** Calls for each of them while the first call is in flight, and releases that once all wait. */
    private List<Future<Boolean>> callTogether(GroupCommit<Integer> commit, IntStream items) throws Exception {
        List<Future<Boolean>> calls = new ArrayList<>();
        calls.add(callers.submit(() -> commit.isDoneTogether(0)));
        firstIsUnderWay.await();
        ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();
        items.forEach(item -> calls.add(callers.submit(() -> {
            waiting.add(Thread.currentThread());
            return commit.isDoneTogether(item);
        })));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> waiting.size() == calls.size() - 1
                        && waiting.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        goOn.complete(null);
        return calls;
    }

    @Test
    void shouldDoALoneCallersWorkAtOnce() {
        goOn.complete(null);
        GroupCommit<Integer> commit = new GroupCommit<>(1, 10, this::work);

        assertThat(commit.isDoneTogether(1)).isTrue();
        assertThat(commit.isDoneTogether(2)).isTrue();

        assertThat(groups).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void shouldTakeAlongWhoeverCameMeanwhileAndNoMoreThanAreAllowed() throws Exception {
        GroupCommit<Integer> commit = new GroupCommit<>(1, 3, this::work);

        for (Future<Boolean> call : callTogether(commit, IntStream.rangeClosed(20, 23))) {
            assertThat(call.get()).isTrue();
        }

        assertThat(groups).extracting(List::size).containsExactly(1, 3, 1);
        assertThat(groups.stream().flatMap(List::stream)).containsExactlyInAnyOrder(0, 20, 21, 22, 23);
    }

    @Test
    void shouldTellEachOfAGroupThatCannotBeDoneTogetherAndGoOnWithTheNext() throws Exception {
        GroupCommit<Integer> commit = new GroupCommit<>(1, 4, this::work);

        List<Future<Boolean>> calls = callTogether(commit, IntStream.of(6, 7, 8));

        assertThat(calls.getFirst().get()).isTrue();
        for (Future<Boolean> call : calls.subList(1, 4)) {
            assertThat(call.get()).isFalse();
        }
        assertThat(commit.isDoneTogether(13)).isFalse();
        assertThat(commit.isDoneTogether(9)).as("a fault is no one else's").isTrue();
    }

    @Test
    void shouldForgetNobodyInACrowd() throws Exception {
        AtomicInteger done = new AtomicInteger();
        GroupCommit<Integer> commit = new GroupCommit<>(2, 16, group -> {
            Thread.yield();
            done.addAndGet(group.size());
            return true;
        });
        List<Future<Boolean>> calls = IntStream.range(0, 20_000)
                .mapToObj(item -> callers.submit(() -> commit.isDoneTogether(item)))
                .toList();
        for (Future<Boolean> call : calls) {
            assertThat(call.get()).isTrue();
        }
        assertThat(done).hasValue(20_000);
    }

    @Test
    void shouldStayInterruptedAndStillHearWhatCameOfIt() throws Exception {
        GroupCommit<Integer> commit = new GroupCommit<>(1, 3, this::work);
        Future<Boolean> first = callers.submit(() -> commit.isDoneTogether(0));
        firstIsUnderWay.await();
        Future<List<Boolean>> second = callers.submit(() -> {
            Thread.currentThread().interrupt();
            boolean done = commit.isDoneTogether(1);
            return List.of(done, Thread.interrupted());
        });
        goOn.complete(null);
        assertThat(first.get()).isTrue();
        assertThat(second.get()).containsExactly(true, true);
    }
}
