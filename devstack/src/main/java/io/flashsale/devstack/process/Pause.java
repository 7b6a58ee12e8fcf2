package io.flashsale.devstack.process;

/** Waiting between two looks at something. */
public final class Pause {

    private Pause() {}

    /** @throws IllegalStateException if the thread is interrupted, which stays noted */
    public static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for a process", e);
        }
    }
}
