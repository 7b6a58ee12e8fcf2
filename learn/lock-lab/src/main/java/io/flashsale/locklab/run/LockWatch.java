package io.flashsale.locklab.run;

import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Recording;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Polls who holds the run's locks, on one thread per server, and each time a client is held or has ended. */
final class LockWatch implements AutoCloseable {

    private static final long PAUSE_MILLIS = 10;

    private final Recording recording;
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> threads;

    LockWatch(Recording recording, List<LockObserver> observers) {
        this.recording = recording;
        recording.looksBy(() -> observers.forEach(recording::look));
        threads = observers.stream()
                .map(observer ->
                        Thread.ofVirtual().name("watch-" + observer.lane()).start(() -> watch(observer)))
                .toList();
    }

    private void watch(LockObserver observer) {
        try {
            do {
                recording.look(observer);
            } while (!end.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when all threads have stopped. */
    @Override
    public void close() {
        recording.looksBy(() -> {});
        end.countDown();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }
}
