package io.flashsale.devstack.process;

import java.time.Duration;

/** Ending a process: first asking it, then without asking. */
final class Termination {

    private Termination() {}

    /** SIGTERM; wakes the process if it is paused, as it could not hear the signal otherwise. */
    static void request(ProcessIdentity process) {
        if (process.isAlive()) {
            ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
            if (Platform.current() != Platform.WINDOWS) {
                Platform.signal("CONT", process.pid());
            }
        }
    }

    /** SIGKILL; returns when the process is gone. */
    static void force(ProcessIdentity process) {
        if (process.isAlive()) {
            ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
        if (!awaitEnd(process, Duration.ofSeconds(20))) {
            throw new IllegalStateException("Process " + process.pid() + " survives being killed");
        }
    }

    /** SIGTERM, and SIGKILL if the process is still there after the time-out; returns when it is gone. */
    static void of(ProcessIdentity process, Duration timeout) {
        request(process);
        if (!awaitEnd(process, timeout)) {
            force(process);
        }
    }

    static boolean awaitEnd(ProcessIdentity process, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (process.isAlive()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Pause.millis(10);
        }
        return true;
    }
}
