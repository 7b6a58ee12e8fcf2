package io.flashsale.client.crowd;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Retries {

    private Retries() {}

    /**
     * Repeats a call until its result is final or the time is over, and returns the last result.
     *
     * @param pause between a result and the next call
     */
    public static <T> T until(Predicate<? super T> isFinal, Duration atMost, Duration pause, Supplier<? extends T> call)
            throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        T result = call.get();
        while (!isFinal.test(result) && System.nanoTime() < end) {
            Thread.sleep(pause);
            result = call.get();
        }
        return result;
    }
}
