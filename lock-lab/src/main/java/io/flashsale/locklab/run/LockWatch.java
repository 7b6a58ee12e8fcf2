package io.flashsale.locklab.run;

import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Recording;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks again and again for whom each server holds the locks of a run, each server on a thread of its own; and whenever the script has
 * seen a client stand still, or end.
 */
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

    /** Returns when nobody looks any more. */
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
