package io.flashsale.locklab.run;

import io.flashsale.locklab.trace.Holder;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Recording;
import io.flashsale.locklab.trace.Trace;
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
        recording.looksBy(() -> observers.forEach(this::look));
        threads = observers.stream()
                .map(observer ->
                        Thread.ofVirtual().name("watch-" + observer.lane()).start(() -> watch(observer)))
                .toList();
    }

    private void watch(LockObserver observer) {
        try {
            do {
                look(observer);
            } while (!end.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(LockObserver observer) {
        if (observer.isThere()) {
            recording.locks().forEach(lock -> look(observer, lock));
        }
    }

    private void look(LockObserver observer, String lock) {
        long sent = Trace.now();
        try {
            Holder holder = observer.look(lock);
            recording.saw(observer.lane(), lock, holder, sent, Trace.now());
        } catch (RuntimeException noAnswer) {
            // as scripts kill servers, and cut them off; the next look may have one
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
