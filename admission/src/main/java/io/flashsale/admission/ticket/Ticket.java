package io.flashsale.admission.ticket;

import java.time.Instant;

/**
 * What a request shows of a purchase ticket, checked as far as that is possible without the gate. Gates that admit without a
 * ticket ignore it.
 */
public sealed interface Ticket {

    Ticket NONE = new None();

    /** Nothing was shown. */
    record None() implements Ticket {}

    /** Something was shown that nobody here has signed, or for another campaign. */
    record Invalid() implements Ticket {}

    /** A ticket of another user. */
    record OfAnother() implements Ticket {}

    /**
     * A ticket of this user and campaign. Whether it has expired, by the clock of Redis, and whether it was used, says the gate.
     *
     * @param number no other user of the campaign has it
     */
    record Signed(long number, Instant expiresAt) implements Ticket {}

    /** As {@code reserve.lua} wants to be told. */
    default String argument() {
        return switch (this) {
            case None _ -> "";
            case Invalid _ -> "INVALID";
            case OfAnother _ -> "NOT_YOURS";
            case Signed(long number, Instant expiresAt) -> number + " " + expiresAt.toEpochMilli();
        };
    }
}
