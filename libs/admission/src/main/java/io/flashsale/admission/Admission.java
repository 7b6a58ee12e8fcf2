package io.flashsale.admission;

import io.flashsale.contracts.problem.RefusalReason;
import java.time.Instant;

/** The outcome of a user's request for one unit of a campaign. */
public sealed interface Admission {

    /** The unit is set aside, and the queue or the database has the reservation. No loss of Redis loses it. */
    record Admitted(long reservationId) implements Admission {}

    /**
     * An earlier attempt, whose answer was lost, or an earlier request of the same name was admitted under this
     * reservation, which may have ended since. This one changed nothing.
     */
    record AdmittedBefore(long reservationId) implements Admission {}

    /**
     * The unit is set aside in Redis, but neither the queue nor the database confirmed the reservation. It becomes an
     * order unless Redis loses its memory first, so it must not be promised to the user. Asking again under the
     * same name tells; without one, only while the limit is one unit.
     */
    record Undecided(long reservationId) implements Admission {}

    /**
     * The user holds as many units as one user may have. {@code reservationId} is the newest of them, by its id, and as
     * safe as that of {@link Admitted}.
     */
    record AlreadyHolding(long reservationId) implements Admission {}

    record SoldOut() implements Admission {}

    /** The campaign has another price than the one that the user agreed to. */
    record PriceChanged(long priceCents) implements Admission {}

    record NotOpen(Instant opensAt) implements Admission {}

    record Ended(Instant closedAt) implements Admission {}

    /** Refused for a reason that says everything, such as a ticket that does not admit. */
    record Refused(RefusalReason reason) implements Admission {}

    /** The user has let too many units go, and has to wait before the next one. */
    record Barred(Instant until) implements Admission {}

    /** The gate cannot decide now. Nobody was admitted; asking again later may help. */
    record NotReady(Cause cause) implements Admission {

        public enum Cause {
            /** Redis does not know the campaign: never loaded, or lost. */
            MISSING,
            /**
             * The gate is of an earlier run of the Redis server: it is being rebuilt from the database, or will be.
             */
            REBUILDING,
            /** Redis does not answer. It may still have admitted the user; the reservation then reaches the queue. */
            UNREACHABLE
        }
    }
}
