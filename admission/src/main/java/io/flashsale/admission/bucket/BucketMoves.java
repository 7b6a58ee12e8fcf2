package io.flashsale.admission.bucket;

import java.util.function.LongSupplier;

/** Moves units from one bucket of a campaign to another in the database. */
@FunctionalInterface
public interface BucketMoves {

    /**
     * In one transaction: keeps everybody from changing what the two buckets have, and from making their gates anew; takes
     * units; moves as many from the one to the other and records that. When this throws, nothing was moved, unless it threw because
     * nobody knows whether the transaction was committed.
     *
     * @param move names it; no other move has the same name
     * @param take takes units out of the gate of the first one, and says how many; called once, while both are locked
     * @return how many were moved; 0 if none were taken, or the database has fewer in the first bucket than were taken. What was
     *     taken then is a surplus of Redis, and must not come back
     */
    long move(String move, long campaignId, int from, int to, LongSupplier take);
}
