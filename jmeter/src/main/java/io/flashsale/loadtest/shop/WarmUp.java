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
 * Has the shoppers click on sales of its own before the run, so that a system that has just been started has compiled its
 * code and opened its connections. A JVM that has just started does a tenth of what it will do a minute later, and a
 * crowd would then measure the compiler. The answers count for nothing.
 */
public final class WarmUp {

    private static final int THREADS = 32;
    private static final int CLICKS_A_ROUND = 1_000;

    /** A round that is not faster than the best before it by this factor is the last. */
    private static final double STILL_RISING = 1.15;

    private final Api api;
    private final Target target;
    private final List<Shopper> shoppers;
    private final Supplier<String> newSale;

    /** @param newSale makes a sale, and answers its id */
    public WarmUp(Api api, Target target, List<Shopper> shoppers, Supplier<String> newSale) {
        this.api = api;
        this.target = target;
        this.shoppers = shoppers;
        this.newSale = newSale;
    }

    /** Returns the number of clicks when the system gets no faster, or after this time. */
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

    /** The shoppers take turns, going on where the last round ended. */
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
            // A cold system may be slow to answer; that is what the warm-up is for.
        }
    }
}
