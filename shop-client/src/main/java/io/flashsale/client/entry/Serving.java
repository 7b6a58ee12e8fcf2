package io.flashsale.client.entry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What everybody may know of a waiting room.
 *
 * @param entered the last number that was given
 * @param serving the last place that was served
 * @param rate places a second, of late
 * @param lottery of a sale that is drawn, else null
 */
public record Serving(
        long saleId,
        EntryMode mode,
        long entered,
        long serving,
        long rate,
        State state,
        @Nullable Lottery lottery,
        Instant serverTime) {

    /** How the waiting room is served. */
    public enum State {
        /** The sale has not opened. */
        WAITING,
        SERVING,
        /** There is no unit that neither a ticket nor a turn is out for. */
        PAUSED,
        ENDED
    }

    /** Whether it is, or was, the turn of whoever has the number: not so where a lottery has not been drawn. */
    public boolean hasServed(long number) {
        if (lottery == null) {
            return mode != EntryMode.LOTTERY && number <= serving;
        }
        return lottery.isDrawn() && lottery.placeOf(number) <= serving;
    }
}
