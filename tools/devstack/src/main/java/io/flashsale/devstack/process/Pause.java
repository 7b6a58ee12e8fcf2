package io.flashsale.devstack.process;

/** Waits between two checks. */
public final class Pause {

    private Pause() {}

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
