package io.flashsale.client.crowd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Shoppers on virtual threads of their own, who start together.
 *
 * <p>Guarantees that no shopper begins before every thread exists, and that {@link #awaitEnd()} throws what a
 * shopper threw. Does not guarantee the order in which shoppers begin.
 */
public final class ShopperCrowd<T> implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<T>> running = new ArrayList<>();

    private ShopperCrowd(int atATime, List<? extends Callable<T>> shoppers) {
        Semaphore places = new Semaphore(atATime);
        CountDownLatch start = new CountDownLatch(1);
        for (Callable<T> shopper : shoppers) {
            running.add(threads.submit(() -> {
                start.await();
                places.acquire();
                try {
                    return shopper.call();
                } finally {
                    places.release();
                }
            }));
        }
        start.countDown();
        threads.shutdown();
    }

    /** Starts all shoppers together. */
    public static <T> ShopperCrowd<T> start(List<? extends Callable<T>> shoppers) {
        return start(Math.max(1, shoppers.size()), shoppers);
    }

    /** Starts all shoppers together, of whom at most so many are active at the same time. */
    public static <T> ShopperCrowd<T> start(int atATime, List<? extends Callable<T>> shoppers) {
        return new ShopperCrowd<>(atATime, shoppers);
    }

    /**
     * Runs all shoppers to their end and returns their results, in the order of the shoppers.
     *
     * @throws InterruptedException if the caller was interrupted; the remaining shoppers are, too
     */
    public static <T> List<T> atOnce(int atATime, List<? extends Callable<T>> shoppers) throws InterruptedException {
        try (ShopperCrowd<T> crowd = start(atATime, shoppers)) {
            return crowd.awaitEnd();
        }
    }

    /** Whether every shopper has ended. */
    public boolean isDone() {
        return threads.isTerminated();
    }

    /** Waits this long for the end of every shopper; returns whether it came. */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return threads.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits for the end of every shopper and returns their results, in the order of the shoppers. Throws the first
     * shopper's failure, a checked exception as the cause of an {@link IllegalStateException}.
     */
    public List<T> awaitEnd() throws InterruptedException {
        awaitEnd(Duration.ofNanos(Long.MAX_VALUE));
        List<T> results = new ArrayList<>();
        for (Future<T> shopper : running) {
            if (shopper.state() != Future.State.SUCCESS) {
                throw unchecked(shopper.exceptionNow());
            }
            results.add(shopper.resultNow());
        }
        return results;
    }

    private static RuntimeException unchecked(Throwable failure) {
        return switch (failure) {
            case Error error -> throw error;
            case RuntimeException exception -> exception;
            default -> new IllegalStateException("a shopper failed", failure);
        };
    }

    /** Interrupts the remaining shoppers and waits for their end. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
