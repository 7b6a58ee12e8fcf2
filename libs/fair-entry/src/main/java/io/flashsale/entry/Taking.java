package io.flashsale.entry;

import java.time.Instant;

/** The result of a request for a ticket. */
sealed interface Taking {
    /** @param now by the clock of Redis; the ticket may have expired */
    record Issued(Instant at, Instant expiresAt, Instant now) implements Taking {
        boolean hasExpired() {
            return !now.isBefore(expiresAt);
        }
    }

    record Used() implements Taking {}

    /**
     * It is not, or no longer, the number's turn.
     *
     * @param serving the last served place
     * @param isNext whether the number was restored, and is served before the next place
     */
    record NoTurn(long serving, boolean isNext) implements Taking {}

    record SoldOut() implements Taking {}

    /** The user has no number here. */
    record Unknown() implements Taking {}

    record OtherNumber() implements Taking {}

    record NotOpen(Instant opensAt) implements Taking {}

    record Ended() implements Taking {}

    record Missing() implements Taking {}
}
