package io.flashsale.stock.catalogue;

import java.time.Instant;

/** What the list must know of a sale to find and order it. */
record ListedSale(long id, String title, String productName, Instant opensAt, Instant closesAt) {

    /** The state by the clock alone: a sale that is sold out is open. */
    enum Phase {
        UPCOMING,
        OPEN,
        ENDED
    }

    Phase phase(Instant now) {
        if (!now.isBefore(closesAt)) {
            return Phase.ENDED;
        }
        return now.isBefore(opensAt) ? Phase.UPCOMING : Phase.OPEN;
    }
}
