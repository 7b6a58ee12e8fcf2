package io.flashsale.system.alert;

import io.flashsale.client.Answer;
import io.flashsale.client.crowd.ShopperCrowd;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Callers who repeat a request one second after each answer, until this is closed. */
final class RepeatedCalls implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private final ShopperCrowd<Boolean> running;

    RepeatedCalls(int callers, Supplier<Answer> call) {
        running = ShopperCrowd.start(Collections.<Callable<Boolean>>nCopies(callers, () -> repeat(call)));
    }

    private boolean repeat(Supplier<Answer> call) {
        while (!closed.get()) {
            statuses.add(call.get().status());
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }

    /** The statuses received so far. */
    List<Integer> statuses() {
        return List.copyOf(statuses);
    }

    /** Returns when all callers have ended. Fails if a call got no answer. */
    @Override
    public void close() {
        closed.set(true);
        try {
            running.awaitEnd();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }
}
