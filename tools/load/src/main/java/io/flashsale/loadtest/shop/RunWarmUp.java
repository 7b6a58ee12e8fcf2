package io.flashsale.loadtest.shop;

import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.shop.Shoppers.Shopper;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Warms a newly started system up, so that its code is compiled and its connections are open. Shoppers click on
 * separate sales before the run, and their answers are not counted. A JVM has a tenth of its later throughput right
 * after the start, so a crowd would measure the compiler.
 */
public final class RunWarmUp {

    private static final int THREADS = 32;
    private static final int CLICKS_A_ROUND = 1_000;

    /** A round is the last one unless it is faster than the best before it by this factor. */
    private static final double STILL_RISING = 1.15;

    private final Api api;
    private final Target target;
    private final List<Shopper> shoppers;
    private final Supplier<String> newSale;

    /** @param newSale creates a sale and returns its id */
    public RunWarmUp(Api api, Target target, List<Shopper> shoppers, Supplier<String> newSale) {
        this.api = api;
        this.target = target;
        this.shoppers = shoppers;
        this.newSale = newSale;
    }

    /** Runs until the system gets no faster, or for this time. Returns the number of clicks. */
    public int run(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        int clicks = 0;
        double best = 0;
        boolean rising = true;
        while (rising && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
            String path = target.clickPath(newSale.get());
            long begin = System.nanoTime();
            int done = round(path, clicks, end);
            double rate = done * 1e9 / (System.nanoTime() - begin);
            rising = rate > best * STILL_RISING;
            best = Math.max(best, rate);
            clicks += done;
        }
        return clicks;
    }

    /** Shoppers take turns, starting after the last one of the previous round. */
    private int round(String path, int first, long end) {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> {
                    int mine = next.getAndIncrement();
                    while (mine < CLICKS_A_ROUND && System.nanoTime() < end) {
                        click(path, shoppers.get((first + mine) % shoppers.size()));
                        done.incrementAndGet();
                        mine = next.getAndIncrement();
                    }
                });
            }
        }
        return done.get();
    }

    private void click(String path, Shopper shopper) {
        try {
            api.post(path, shopper.token(), null);
        } catch (RuntimeException unanswered) {
            // A cold system may be slow to answer; the warm-up is meant to absorb that.
        }
    }
}
