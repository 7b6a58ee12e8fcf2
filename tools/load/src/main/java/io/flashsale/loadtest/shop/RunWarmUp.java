package io.flashsale.loadtest.shop;

import io.flashsale.client.ShopClient;
import io.flashsale.client.ShopClientException;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.loadtest.Target;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Warms a newly started system up, so that its code is compiled and its connections are open. Shoppers click on
 * separate sales before the run, and their answers are not counted. A JVM has a tenth of its later throughput right
 * after the start, so a crowd would measure the compiler.
 *
 * @param newSale creates a sale and returns its id
 */
public record RunWarmUp(ShopClient shop, Target target, List<SimulatedShopper> shoppers, Supplier<String> newSale) {

    private static final int THREADS = 32;
    private static final int CLICKS_A_ROUND = 1_000;

    /** A round is the last one unless it is faster than the best before it by this factor. */
    private static final double STILL_RISING = 1.15;

    /** Runs until the system gets no faster, or for this time. Returns the number of clicks. */
    public int run(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        int clicks = 0;
        double best = 0;
        boolean rising = true;
        while (rising && System.nanoTime() < end) {
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

    /** Shoppers take turns, starting after the last one of the previous round. Returns the number of clicks. */
    private int round(String path, int first, long end) throws InterruptedException {
        List<Callable<Boolean>> clicks = IntStream.range(0, CLICKS_A_ROUND)
                .mapToObj(i -> shoppers.get((first + i) % shoppers.size()))
                .<Callable<Boolean>>map(shopper -> () -> System.nanoTime() < end && click(path, shopper))
                .toList();
        return Collections.frequency(ShopperCrowd.atOnce(THREADS, clicks), true);
    }

    private boolean click(String path, SimulatedShopper shopper) {
        try {
            shop.call("POST", path, shopper.token(), null);
        } catch (ShopClientException unanswered) {
            // A cold system may be slow to answer; the warm-up is meant to absorb that.
        }
        return true;
    }
}
