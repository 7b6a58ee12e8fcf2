package io.flashsale.entry;

import java.time.Instant;

/** Whether and how a rebuild may begin. */
sealed interface Clearing {
    /**
     * @param run under which to fill and open the entry
     * @param making names this rebuild
     * @param at by the clock of Redis
     */
    record Cleared(String run, String making, Instant at) implements Clearing {}

    record Open() implements Clearing {}

    /** The gate of the sale has to be made first. */
    record NotYet() implements Clearing {}

    /** Another rebuild has begun meanwhile. */
    record Changed() implements Clearing {}
}
