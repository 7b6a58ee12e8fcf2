package io.flashsale.client.entry;

import org.jspecify.annotations.Nullable;

/**
 * The public facts of a waiting room.
 *
 * @param entered the last number given out
 * @param serving the last place served
 * @param lottery of a sale with a draw, else null
 */
public record WaitingRoomStatus(
        EntryMode mode,
        long entered,
        long serving,
        State state,
        @Nullable Lottery lottery) {

    public enum State {
        /** The sale has not opened. */
        WAITING,
        SERVING,
        /** Every remaining unit is reserved for a ticket or a turn. */
        PAUSED,
        ENDED
    }

    /** Whether the turn of this number has come or passed; false before the draw of a lottery. */
    public boolean hasServed(long number) {
        if (lottery == null) {
            return mode != EntryMode.LOTTERY && number <= serving;
        }
        return lottery.isDrawn() && lottery.placeOf(number) <= serving;
    }
}
