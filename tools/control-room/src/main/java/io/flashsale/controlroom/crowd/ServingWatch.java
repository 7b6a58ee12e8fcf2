package io.flashsale.controlroom.crowd;

import io.flashsale.client.entry.WaitingRoomStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Polls once a second, for the whole crowd, which shoppers a waiting room serves.
 *
 * <p>The answer is public and the same for all. Row k of the bench shows the cost if each shopper asks separately.
 *
 * <p>A {@link io.flashsale.commons.background.RepeatedTask} would run as long as the application; this ends with
 * its crowd, on the crowd's thread.
 */
final class ServingWatch {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final CrowdShop shop;
    private final long saleId;
    private Look latest = new Look(0, null, false);

    ServingWatch(CrowdShop shop, long saleId) {
        this.shop = shop;
        this.saleId = saleId;
    }

    /**
     * @param number of the poll, 0 for none
     * @param soldOut whether no unit is left, except those that shoppers may give back
     */
    record Look(long number, @Nullable WaitingRoomStatus serving, boolean soldOut) {

        /** Whether this number is or was served. */
        boolean hasServed(long of) {
            return serving != null && serving.hasServed(of);
        }

        /** Whether waiting is pointless for everybody. */
        boolean isOver() {
            return soldOut || serving != null && serving.state() == WaitingRoomStatus.State.ENDED;
        }
    }

    synchronized Look latest() {
        return latest;
    }

    /** Waits for the next result after this one. */
    synchronized Look after(Look known) throws InterruptedException {
        while (latest.number() <= known.number()) {
            wait();
        }
        return latest;
    }

    /** Polls until interrupted. */
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
        WaitingRoomStatus serving = shop.serving(saleId).orElse(null);
        if (serving == null) {
            return; // the previous result is the best that is known
        }
        boolean soldOut = serving.state() == WaitingRoomStatus.State.PAUSED && shop.isSoldOut(saleId);
        synchronized (this) {
            latest = new Look(latest.number() + 1, serving, soldOut);
            notifyAll();
        }
    }
}
