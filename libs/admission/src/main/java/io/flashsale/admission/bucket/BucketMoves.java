package io.flashsale.admission.bucket;

import java.util.function.LongSupplier;

/** Moves units from one bucket of a campaign to another in the database. */
@FunctionalInterface
public interface BucketMoves {

    /**
     * Moves units from one bucket to another in one transaction: locks both buckets, takes units, moves as many and
     * records the move. Waits for locks no longer than its statements may take, which is about two seconds. Getting a
     * connection, and the commit, may take as long as the database lets them.
     *
     * @param move names it; no other move has the same name
     * @param take takes units out of the gate of the first bucket, and says how many; called once, while both are
     *     locked
     * @return how many were moved; 0 if none were taken, or the database has fewer in the first bucket than were
     *     taken. Units taken in vain are a surplus of Redis, and must not come back
     * @throws NotMovedException if it is certain that nothing was moved; after any other exception nobody knows
     */
    long move(String move, long campaignId, int from, int to, LongSupplier take);
}
