package io.flashsale.devstack.process;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Runs several tasks at the same time. */
public final class ParallelTasks {

    private ParallelTasks() {}

    /** Does the same to each item, as {@link #run} does. */
    public static <T> void forEach(Collection<T> items, Consumer<? super T> task) {
        run(items.stream().<Runnable>map(item -> () -> task.accept(item)).toList());
    }

    /**
     * Returns when all have ended. A failure interrupts the others at once, and is thrown; failures of others that are
     * not due to the interruption are suppressed exceptions.
     */
    public static void run(List<Runnable> tasks) {
        Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Runnable task : tasks) {
                threads.execute(() -> {
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        if (!Thread.currentThread().isInterrupted()) {
                            failures.add(e instanceof RuntimeException cause ? cause : new IllegalStateException(e));
                        }
                        threads.shutdownNow();
                    }
                });
            }
        } catch (RejectedExecutionException oneHasFailedAlready) {
            // The others have been interrupted.
        }
        RuntimeException first = failures.poll();
        if (first != null) {
            failures.forEach(first::addSuppressed);
            throw first;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("Interrupted");
        }
    }
}
