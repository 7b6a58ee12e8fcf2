package io.flashsale.stock.reconciliation;

/** What the comparison of Redis with MySQL found for one sale. */
sealed interface Comparison {

    /** Redis and MySQL agree (I5). */
    record Agreed() implements Comparison {}

    /** Reservations or releases are under way, so the two may differ. */
    record Busy() implements Comparison {}

    /** The gate is missing or being rebuilt: the warm-up's business. */
    record Cold() implements Comparison {}

    /**
     * Nothing is under way, and still they differ.
     *
     * @param surplusUnits units that Redis offers and MySQL has not; negative: that Redis withholds
     * @param surplusHolders users who hold a unit in Redis beyond those in MySQL
     */
    record Drifted(long surplusUnits, long surplusHolders) implements Comparison {}
}
