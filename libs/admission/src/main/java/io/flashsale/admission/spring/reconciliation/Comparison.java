package io.flashsale.admission.spring.reconciliation;

/** The result of comparing Redis with the database for one campaign. */
public sealed interface Comparison {

    /** The two agree (I5, I8). */
    record Agreed() implements Comparison {}

    /** Reservations or releases are under way, so the two may differ. */
    record Busy() implements Comparison {}

    /** The gate is missing or being rebuilt, which the warm-up deals with. */
    record Cold() implements Comparison {}

    /**
     * Nothing is under way, and still they differ.
     *
     * @param surplusUnits units that Redis offers beyond the database; negative if it withholds some
     * @param surplusHolds units held in Redis beyond those in the database
     * @param surplusMoved units that the gate believes to have got from other buckets beyond those in the database.
     *     While the gates of a campaign do not sum to 0, units seem to be on their way. Then no shopper hears at once
     *     that all is sold
     * @param otherCampaign whether the gate knows another revision, price, window, limit or number of units on offer. A
     *     change may be on its way to the gate, but then no three comparisons in a row see it
     */
    record Drifted(long surplusUnits, long surplusHolds, long surplusMoved, boolean otherCampaign)
            implements Comparison {}
}
