package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.ProcessDirectory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends everything in the directory in order: gateway, lock-lab, control-room, coupon-service, order-service,
 * stock-service, then the servers. Works from the pid files, and so also while a start is still under way.
 */
final class Shutdown {

    private static final List<String> SERVICES_FIRST =
            List.of("gateway", "lock-lab", "control-room", "coupon-service", "order-service", "stock-service");

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

    /** Runs what starts a process, unless everything is being stopped: nothing may slip in behind the stopping. */
    void unlessBegun(Runnable start) {
        synchronized (lock) {
            if (!begun) {
                start.run();
            }
        }
    }

    /** No further process will be started. */
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
            SERVICES_FIRST.forEach(this::stopInstances);
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
