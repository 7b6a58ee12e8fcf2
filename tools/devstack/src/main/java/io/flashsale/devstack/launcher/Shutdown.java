package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.ServiceName;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops every process of the directory: the services in the reverse order of {@link ServiceName}, then the servers.
 *
 * <p>It uses the pid files, so it also works during a start.
 */
final class Shutdown {

    private final ProcessDirectory home;
    private final CountDownLatch startEnded = new CountDownLatch(1);
    private final Object lock = new Object();
    private volatile boolean begun;
    private volatile boolean ended;

    Shutdown(ProcessDirectory home) {
        this.home = home;
    }

    boolean hasBegun() {
        return begun;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Runs a task that starts a process, unless the shutdown has begun: no process may start behind it. */
    void unlessBegun(Runnable start) {
        synchronized (lock) {
            if (!begun) {
                start.run();
            }
        }
    }

    /** Says that no further process will start. */
    void startHasEnded() {
        startEnded.countDown();
    }

    /** Returns when no process is left. */
    synchronized void run() {
        synchronized (lock) {
            begun = true;
        }
        boolean complete = false;
        while (!complete) {
            complete = startEnded.getCount() == 0;
            List.of(ServiceName.values()).reversed().forEach(service -> stopInstances(service.module()));
            home.end(FlashSaleSystem.ONE_JVM);
            home.endAll();
            if (!complete) {
                complete = awaitStart();
            }
        }
        home.endAll();
        home.release();
        ended = true;
    }

    private boolean awaitStart() {
        try {
            return startEnded.await(200, TimeUnit.MILLISECONDS) && home.names().isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void stopInstances(String service) {
        home.names().stream()
                .filter(name -> name.equals(service) || name.startsWith(service + "-"))
                .forEach(home::end);
    }
}
