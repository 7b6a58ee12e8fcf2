package io.flashsale.devstack.process;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs several tasks at the same time. */
public final class ParallelTasks {

    private ParallelTasks() {}

    /** Does the same to each item, as {@link #run} does. */
    public static <T> void forEach(Collection<T> items, Consumer<? super T> task) {
        run(items.stream().<Runnable>map(item -> () -> task.accept(item)).toList());
    }

    /** Returns when all have ended; throws the first failure, with the others as suppressed exceptions. */
    public static void run(List<Runnable> tasks) {
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            tasks.forEach(task -> futures.add(threads.submit(task)));
        }
        List<RuntimeException> failures = new ArrayList<>();
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                failures.add(
                        e.getCause() instanceof RuntimeException cause
                                ? cause
                                : new IllegalStateException(e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failures.add(new IllegalStateException("Interrupted", e));
            }
        }
        if (!failures.isEmpty()) {
            RuntimeException first = failures.getFirst();
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }
}
