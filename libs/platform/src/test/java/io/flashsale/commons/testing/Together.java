package io.flashsale.commons.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts calls at the same moment and returns their results in order. Throws what any of them throws. */
public final class Together {

    private Together() {}

    @SafeVarargs
    public static <T> List<T> run(Callable<T>... calls) {
        return run(List.of(calls));
    }

    public static <T> List<T> run(List<? extends Callable<T>> calls) {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> call : calls) {
                futures.add(threads.submit(() -> {
                    start.await(2, TimeUnit.MINUTES);
                    return call.call();
                }));
            }
            try {
                List<T> results = new ArrayList<>();
                for (Future<T> future : futures) {
                    results.add(future.get(20, TimeUnit.MINUTES));
                }
                return results;
            } finally {
                threads.shutdownNow(); // a call that hangs must not keep the test
            }
        } catch (ExecutionException | InterruptedException | TimeoutException fault) {
            throw new AssertionError("one of the calls failed", fault);
        }
    }
}
