package io.flashsale.admission;

import java.time.Instant;

/** What became of someone's wish to have one unit of a campaign. */
public sealed interface Admission {

    /**
     * The unit is set aside, and the database will hear of it. Not lost unless the queue was away, and Redis with all of the
     * replicas that were asked for loses its memory.
     */
    record Admitted(long reservationId) implements Admission {}

    /** The same reservation had been admitted by an earlier attempt, whose answer was lost; nothing was changed. */
    record AdmittedBefore(long reservationId) implements Admission {}

    /**
     * The unit is set aside in Redis, but neither the queue nor enough replicas of Redis are known to have the reservation. It
     * becomes an order unless Redis loses its memory first, so nobody may be promised it; asking again tells.
     */
    record Undecided(long reservationId) implements Admission {}

    /**
     * The user holds as many units as one user may have, {@code reservationId} among them, which is as safe as that of {@link
     * Admitted}.
     */
    record AlreadyHolding(long reservationId) implements Admission {}

    record SoldOut() implements Admission {}

    record NotOpen(Instant opensAt) implements Admission {}

    record Ended(Instant closedAt) implements Admission {}

    /** The campaign admits by ticket, and this one does not. */
    record TicketRefused(Cause cause) implements Admission {

        public enum Cause {
            /** There was none. */
            REQUIRED,
            INVALID,
            NOT_YOURS,
            EXPIRED,
            USED
        }
    }

    /** The user has let so many units go that he has to wait before the next one. */
    record Barred(Instant until) implements Admission {}

    /** The gate cannot decide now. Nobody was admitted; asking again later may help. */
    record NotReady(Cause cause) implements Admission {

        public enum Cause {
            /** Redis does not know the campaign: never loaded, or lost. */
            MISSING,
            /** The gate is being rebuilt from the database, or will be, as it is of an earlier run of the Redis server. */
            REBUILDING,
            /** Redis does not answer. It may have admitted all the same; the reservation then reaches the queue. */
            UNREACHABLE
        }
    }
}
