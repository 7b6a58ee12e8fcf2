package io.flashsale.controlroom.live;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a snapshot of one sale twice a second, for all of its viewers together. It has its own thread, which runs
 * from the arrival of the first viewer until the last one leaves. A
 * {@link io.flashsale.commons.background.RepeatedTask} would run as long as the application.
 */
final class LiveSale {

    static final Duration PACE = Duration.ofMillis(500);

    private static final Logger log = LoggerFactory.getLogger(LiveSale.class);

    /** A snapshot with its number in the sequence. */
    record Numbered(long number, Snapshot snapshot) {}

    private final long saleId;
    private final Instruments instruments;
    private int viewers;
    private boolean ended;
    private @Nullable Numbered latest;

    LiveSale(long saleId, Instruments instruments) {
        this.saleId = saleId;
        this.instruments = instruments;
    }

    long saleId() {
        return saleId;
    }

    /** Starts the thread; call it once. {@code afterwards} runs when the last viewer has left. */
    void start(Consumer<LiveSale> afterwards) {
        Thread.ofVirtual().name("live-" + saleId).start(() -> {
            try {
                sample();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } finally {
                end();
                afterwards.accept(this);
            }
        });
    }

    private void sample() throws InterruptedException {
        for (long number = 1; isWatched(); number++) {
            long begin = System.nanoTime();
            try {
                publish(new Numbered(number, instruments.read()));
            } catch (RuntimeException fault) {
                log.warn("no snapshot of sale {}", saleId, fault);
            }
            Thread.sleep(PACE.minusNanos(System.nanoTime() - begin)); // not at all if that took longer
        }
    }

    /** Adds a viewer; false once the last one has left. */
    synchronized boolean join() {
        if (ended) {
            return false;
        }
        viewers++;
        return true;
    }

    synchronized void leave() {
        viewers--;
    }

    /** Excludes {@link #join}: a viewer who comes later finds that it has ended, and starts a new one. */
    private synchronized boolean isWatched() {
        ended = ended || viewers == 0;
        return !ended;
    }

    private synchronized void publish(Numbered snapshot) {
        latest = snapshot;
        notifyAll();
    }

    /** Tells all viewers that no further snapshot will come. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** Waits for a newer snapshot than the viewer's last one; null if none came in time, or none will come. */
    synchronized @Nullable Numbered next(long after, Duration timeout) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        while (!ended && (latest == null || latest.number() <= after)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            wait(left / 1_000_000 + 1);
        }
        return latest == null || latest.number() <= after ? null : latest;
    }
}
