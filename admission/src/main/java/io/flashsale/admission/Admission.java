package io.flashsale.admission;

import java.time.Instant;

/** What became of someone's wish to have one unit of an offer. */
public sealed interface Admission {

    /** The unit is set aside, and the database will hear of it: this outcome is never lost. */
    record Admitted(Ticket ticket) implements Admission {}

    /** The same ticket had been admitted by an earlier attempt; nothing was changed. */
    record AdmittedBefore(long ticketId) implements Admission {}

    /** The user holds as many units as one user may have, {@code ticketId} among them. */
    record AlreadyHolding(long ticketId) implements Admission {}

    record SoldOut() implements Admission {}

    record NotOpen(Instant opensAt) implements Admission {}

    record Ended(Instant closedAt) implements Admission {}

    /** The gate cannot decide now. Nobody was admitted; asking again later may help. */
    record NotReady(Cause cause) implements Admission {

        public enum Cause {
            /** Redis does not know the offer: never loaded, or lost. */
            MISSING,
            /** The gate is being rebuilt from the database. */
            FENCED,
            /** Redis does not answer. It may have admitted all the same; the ticket then reaches the queue. */
            UNREACHABLE
        }
    }
}
