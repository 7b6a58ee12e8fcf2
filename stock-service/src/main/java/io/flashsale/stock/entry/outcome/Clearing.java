package io.flashsale.stock.entry.outcome;

import java.time.Instant;

/** How a rebuild may begin. */
public sealed interface Clearing {
    /**
     * @param run to be filled and opened under
     * @param at by the clock of Redis
     */
    record Cleared(String run, Instant at) implements Clearing {}

    record Open() implements Clearing {}

    /** The gate of the sale has to be made first. */
    record NotYet() implements Clearing {}
}
