package io.flashsale.entry;

import java.time.Instant;

/** The result of a request to enter. */
sealed interface Entering {
    record Entered(long number, Instant at) implements Entering {}

    /** All numbers are used up, until MySQL notes more for this run of the server. */
    record Exhausted(String run) implements Entering {}

    /** A lottery has opened, and MySQL does not have yet how many take part; until then no number is given. */
    record Undrawn() implements Entering {}

    record SoldOut() implements Entering {}

    record NotOpen(Instant opensAt) implements Entering {}

    record Ended() implements Entering {}

    record Missing() implements Entering {}
}
