package io.flashsale.loadtest.shop;

import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.crowd.Retries;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.client.sale.Sale;
import io.flashsale.loadtest.CannotMeasureException;
import java.time.Duration;
import java.time.Instant;

/** The entrance of a sale that has a waiting room. */
public final class Entrance {

    private static final int UNAVAILABLE = 503;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private Entrance() {}

    /**
     * Returns the public state of the waiting room. Waits until it exists, which takes a second or two for a new
     * sale.
     *
     * @throws CannotMeasureException if the sale has no waiting room
     */
    public static WaitingRoomStatus await(ShopClient shop, long saleId) throws InterruptedException {
        Reply<WaitingRoomStatus> reply = Retries.until(
                known -> known.answer().status() != UNAVAILABLE, TIMEOUT, PAUSE, () -> shop.serving(saleId));
        if (reply.answer().problem().equals("entry-not-needed")) {
            throw new CannotMeasureException(
                    "Sale " + saleId + " has no waiting room: leave out --sale to have one created.");
        }
        WaitingRoomStatus status = reply.orThrow();
        requireQueue(status.mode());
        return status;
    }

    static void requireQueue(EntryMode mode) {
        if (!mode.queues()) {
            throw new CannotMeasureException("Nobody waits in a sale of mode " + mode + ".");
        }
    }

    /** Returns when the sale opens, by this machine's clock. */
    public static Instant opening(ShopClient shop, long saleId) {
        Sale sale = shop.sale(saleId).orThrow();
        return Instant.now().plus(Duration.between(sale.serverTime(), sale.opensAt()));
    }
}
