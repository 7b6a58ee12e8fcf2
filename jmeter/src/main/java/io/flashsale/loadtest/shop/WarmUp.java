package io.flashsale.loadtest.shop;

import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.shop.Shoppers.Shopper;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clicks on a sale of its own before the run, so that a system that has just been started has compiled its code and
 * opened its connections. Its answers count for nothing.
 */
public final class WarmUp {

    private static final int THREADS = 16;

    private WarmUp() {}

    /** Returns after that time with the number of clicks. */
    public static int run(Api api, Target target, String saleId, List<Shopper> shoppers, Duration length) {
        long end = System.nanoTime() + length.toNanos();
        AtomicInteger clicks = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> {
                    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                        Shopper shopper = shoppers.get(clicks.getAndIncrement() % shoppers.size());
                        click(api, target.clickPath(saleId), shopper);
                    }
                });
            }
        }
        return clicks.get();
    }

    private static void click(Api api, String path, Shopper shopper) {
        try {
            api.post(path, shopper.token(), null);
        } catch (RuntimeException unanswered) {
            // A cold system may be slow to answer; that is what the warm-up is for.
        }
    }
}
