package io.flashsale.devstack.process;

import java.time.Duration;

/** Ends a process: first on request, then by force. */
final class Termination {

    private Termination() {}

    /** SIGTERM; resumes a paused process, which could not receive the signal otherwise. */
    static void request(ProcessIdentity process) {
        if (process.isAlive()) {
            ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
            Platform.resume(process.pid());
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

    /** SIGTERM, then SIGKILL if the process still runs after the time-out; returns when it is gone. */
    static void of(ProcessIdentity process, Duration timeout) {
        request(process);
        if (!awaitEnd(process, timeout)) {
            force(process);
        }
    }

    static boolean awaitEnd(ProcessIdentity process, Duration timeout) {
        return Pause.until(() -> !process.isAlive(), timeout, 10);
    }
}
