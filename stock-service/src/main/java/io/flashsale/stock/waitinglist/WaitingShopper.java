package io.flashsale.stock.waitinglist;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code waiting_list}.
 *
 * @param place grows with each join
 * @param epoch of the gate that knows the offer; null, like {@code offeredUntil}, until one does
 */
record WaitingShopper(
        long place,
        long userId,
        State state,
        @Nullable String epoch,
        @Nullable Instant offeredUntil) {

    enum State {
        WAITING,
        /** A unit is set aside. The shopper hears of it once the gate knows it. */
        OFFERED,
        /** The offer was used. */
        BOUGHT,
        /** The offer ended unused. */
        LAPSED,
        /** The shopper left, or came to have as many units as one may. */
        LEFT,
        /** The sale ended first. */
        ENDED;

        boolean isInLine() {
            return this == WAITING || this == OFFERED;
        }
    }
}
