package io.flashsale.controlroom.live;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One sale that is watched. Takes a snapshot twice a second on a thread of its own, for all viewers together, from the
 * first viewer's coming to the last one's leaving.
 *
 * <p>No {@link io.flashsale.commons.background.RepeatedTask}: that one runs from the start of the application to its end, this
 * only while somebody looks, and each sale that is watched has its own.
 */
final class LiveSale {

    static final Duration PACE = Duration.ofMillis(500);

    private static final Logger log = LoggerFactory.getLogger(LiveSale.class);

    /** A snapshot with its place in the order. */
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

    /** To be called once; {@code afterwards} runs when the last viewer has left. */
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
            rest(PACE.toNanos() - (System.nanoTime() - begin));
        }
    }

    private static void rest(long nanos) throws InterruptedException {
        if (nanos > 0) {
            Thread.sleep(Duration.ofNanos(nanos));
        }
    }

    /** Whether the viewer could come in; not any more once the last one has left. */
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

    /** Decides together with {@link #join}: whoever comes in later finds that it has ended, and has a new one made. */
    private synchronized boolean isWatched() {
        ended = ended || viewers == 0;
        return !ended;
    }

    private synchronized void publish(Numbered snapshot) {
        latest = snapshot;
        notifyAll();
    }

    /** Lets all viewers know that nothing more will come. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /**
     * Waits for a snapshot that is newer than the viewer's last one; whoever is slow misses some. Null when none came in
     * time, or none will come.
     */
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
