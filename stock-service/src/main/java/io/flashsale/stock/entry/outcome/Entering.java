package io.flashsale.stock.entry.outcome;

import java.time.Instant;

/** What became of a wish to enter. */
public sealed interface Entering {
    record Entered(long number, Instant at) implements Entering {}

    /** Nobody may be given a number before MySQL knows of more, for this run of the server. */
    record Exhausted(String run) implements Entering {}

    /** A lottery has opened, and how many take part is not in MySQL yet: nobody may be given a number before. */
    record Undrawn() implements Entering {}

    record SoldOut() implements Entering {}

    record NotOpen(Instant opensAt) implements Entering {}

    record Ended() implements Entering {}

    record Missing() implements Entering {}
}
