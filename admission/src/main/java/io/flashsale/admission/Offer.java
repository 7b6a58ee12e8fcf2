package io.flashsale.admission;

import java.time.Instant;

/**
 * What a gate must know of an offer, as the database has it.
 *
 * @param revision grows with every change of the offer; a gate never goes back to an older one
 * @param totalStock units ever put on offer: at first and added since
 * @param terms promised to whoever is admitted, copied into each ticket
 * @param perUser units that one user may have, 1 to {@value #MOST_PER_USER}; the same in every revision
 */
public record Offer(
        long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms, int perUser) {

    /** The gate looks at each place that a user may have, in one atomic step. */
    public static final int MOST_PER_USER = 100;

    public Offer {
        if (perUser < 1 || perUser > MOST_PER_USER) {
            throw new IllegalArgumentException("a user may have 1 to " + MOST_PER_USER + " units, not " + perUser);
        }
    }

    /** An offer of which each user may have one unit. */
    public Offer(long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms) {
        this(id, revision, opensAt, closesAt, totalStock, terms, 1);
    }
}
