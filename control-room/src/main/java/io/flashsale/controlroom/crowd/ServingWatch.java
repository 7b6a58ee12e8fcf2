package io.flashsale.controlroom.crowd;

import io.flashsale.client.entry.Serving;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who is served in the waiting room of a sale, asked once a second for the whole crowd: the answer is public and the same for
 * all. What it costs if each asks by himself is row k of the bench.
 *
 * <p>No {@link io.flashsale.commons.background.RepeatedTask}: that one runs from the start of the application to its end, this
 * ends with its crowd, on the crowd's thread.
 */
final class ServingWatch {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Shop shop;
    private final long saleId;
    private Look latest = new Look(0, null, false);

    ServingWatch(Shop shop, long saleId) {
        this.shop = shop;
        this.saleId = saleId;
    }

    /**
     * What was seen.
     *
     * @param number of the look, 0 for none
     * @param soldOut whether nothing is left to wait for, but what others may give back
     */
    record Look(long number, @Nullable Serving serving, boolean soldOut) {

        /** Whether it is, or was, the turn of whoever has this number. */
        boolean hasServed(long of) {
            return serving != null && serving.hasServed(of);
        }

        /** Whether nobody need wait any more. */
        boolean isOver() {
            return soldOut || serving != null && serving.state() == Serving.State.ENDED;
        }
    }

    synchronized Look latest() {
        return latest;
    }

    /** Waits for what is seen after this. */
    synchronized Look after(Look known) throws InterruptedException {
        while (latest.number() <= known.number()) {
            wait();
        }
        return latest;
    }

    /** Looks again and again, until interrupted. */
    void watch() {
        try {
            while (true) {
                look();
                Thread.sleep(PERIOD);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        Serving serving = shop.serving(saleId).orElse(null);
        if (serving == null) {
            return; // what was seen before is the best that is known
        }
        boolean soldOut = serving.state() == Serving.State.PAUSED && shop.isSoldOut(saleId);
        synchronized (this) {
            latest = new Look(latest.number() + 1, serving, soldOut);
            notifyAll();
        }
    }
}
