package io.flashsale.system.alert;

import io.flashsale.system.harness.Shop.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Callers who repeat a request one second after each answer, until this is closed. */
final class RepeatedCalls implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> running;

    RepeatedCalls(int callers, Supplier<Answer> call) {
        running = CompletableFuture.allOf(Stream.generate(() -> inBackground(() -> repeat(call)))
                .limit(callers)
                .toArray(CompletableFuture[]::new));
    }

    private static CompletableFuture<Void> inBackground(Runnable work) {
        return CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task));
    }

    private void repeat(Supplier<Answer> call) {
        while (!closed.get()) {
            statuses.add(call.get().status());
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** The statuses received so far. */
    List<Integer> statuses() {
        return List.copyOf(statuses);
    }

    /** Returns when all callers have ended. Fails if a call got no answer. */
    @Override
    public void close() {
        closed.set(true);
        running.join();
    }
}
