package io.flashsale.devstack.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do. */
public final class Pause {

    private Pause() {}

    /**
     * Checks a condition until it holds; returns false if it does not within the time.
     *
     * @param interval between two checks, in milliseconds
     * @throws IllegalStateException if the thread is interrupted; its interrupt status stays set
     */
    public static boolean until(BooleanSupplier condition, Duration timeout, long interval) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            millis(interval);
        }
        return true;
    }

    /** @throws IllegalStateException if the thread is interrupted; its interrupt status stays set */
    public static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for a process", e);
        }
    }
}
