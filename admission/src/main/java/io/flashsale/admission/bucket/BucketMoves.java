package io.flashsale.admission.bucket;

import java.util.function.LongSupplier;

/** Moves units from one bucket of a campaign to another in the database. */
@FunctionalInterface
public interface BucketMoves {

    /**
     * In one transaction: keeps everybody from changing what the two have, and from making their gates anew; takes units; moves as many
     * from the one to the other and records that. Waits for whoever changes these buckets no longer than its statements may take, which
     * is two seconds or so. A connection, before, and the commit, afterwards, may take as long as the database lets them.
     *
     * @param move names it; no other move has the same name
     * @param take takes units out of the gate of the first one, and says how many; called once, while both are locked
     * @return how many were moved; 0 if none were taken, or the database has fewer in the first bucket than were taken. What was
     *     taken then is a surplus of Redis, and must not come back
     * @throws NotMovedException when nothing was moved. Whatever else this throws means that nobody knows whether it was
     */
    long move(String move, long campaignId, int from, int to, LongSupplier take);
}
