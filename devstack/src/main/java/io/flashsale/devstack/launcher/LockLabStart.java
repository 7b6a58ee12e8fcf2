package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.JavaService;
import java.time.Duration;

/** Starts the lock lab when the shop is open already, and says in one line what came of it. Without it the shop goes on. */
final class LockLabStart {

    private final Console console;
    private final JavaService lockLab;
    private final Shutdown shutdown;

    LockLabStart(Console console, JavaService lockLab, Shutdown shutdown) {
        this.console = console;
        this.lockLab = lockLab;
        this.shutdown = shutdown;
    }

    /**
     * Returns when it is up, or will not be.
     *
     * @param url where it is seen in the shop
     * @return whether it is up
     */
    boolean run(String url) {
        long begin = System.nanoTime();
        try {
            shutdown.unlessBegun(lockLab::launch);
            lockLab.awaitReady();
            console.line("The lock lab is open, " + Console.seconds(Duration.ofNanos(System.nanoTime() - begin))
                    + " after the shop:  " + url);
            return true;
        } catch (ServerFailedException e) {
            if (!shutdown.hasBegun()) {
                String reason =
                        String.valueOf(e.getMessage()).lines().findFirst().orElse("");
                console.line("The lock lab did not start, the shop goes on without it: " + reason);
            }
            return false;
        }
    }
}
