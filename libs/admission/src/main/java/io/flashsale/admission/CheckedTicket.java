package io.flashsale.admission;

import java.time.Instant;

/**
 * The purchase ticket of a request, checked as far as possible without the gate. Gates that admit without a ticket
 * ignore it.
 */
public sealed interface CheckedTicket {

    CheckedTicket NONE = new None();

    /** The request shows no ticket. */
    record None() implements CheckedTicket {}

    /** The text was not signed here, or for another campaign. */
    record Invalid() implements CheckedTicket {}

    /** A ticket of another user. */
    record OfAnother() implements CheckedTicket {}

    /**
     * A ticket of this user and campaign. The gate decides whether it has expired, by the clock of Redis, and whether
     * it was used.
     *
     * @param number no other user of the campaign has it
     */
    record Signed(long number, Instant expiresAt) implements CheckedTicket {}

    /** The argument for {@code reserve.lua}. */
    default String argument() {
        return switch (this) {
            case None _ -> "";
            case Invalid _ -> "INVALID";
            case OfAnother _ -> "NOT_YOURS";
            case Signed(long number, Instant expiresAt) -> number + " " + expiresAt.toEpochMilli();
        };
    }
}
