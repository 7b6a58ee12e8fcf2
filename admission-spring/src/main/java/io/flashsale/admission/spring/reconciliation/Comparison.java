package io.flashsale.admission.spring.reconciliation;

/** What the comparison of Redis with the database found for one campaign. */
public sealed interface Comparison {

    /** The two agree (I5, I8). */
    record Agreed() implements Comparison {}

    /** Reservations or releases are under way, so the two may differ. */
    record Busy() implements Comparison {}

    /** The gate is missing or being rebuilt: the warm-up's business. */
    record Cold() implements Comparison {}

    /**
     * Nothing is under way, and still they differ.
     *
     * @param surplusUnits units that Redis offers and the database has not; negative: that Redis withholds
     * @param surplusHolds units that are held in Redis beyond those in the database
     * @param surplusMoved units that the gate believes to have got from other buckets beyond those in the database: while all gates of a
     *     campaign do not come to 0 together, units are believed to be on their way, and nobody is told at once that all is sold
     */
    record Drifted(long surplusUnits, long surplusHolds, long surplusMoved) implements Comparison {

        /** Where buckets have given each other what they believe. */
        public Drifted(long surplusUnits, long surplusHolds) {
            this(surplusUnits, surplusHolds, 0);
        }
    }
}
