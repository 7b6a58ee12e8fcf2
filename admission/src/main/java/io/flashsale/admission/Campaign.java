package io.flashsale.admission;

import java.time.Instant;

/**
 * What a gate must know of a campaign, as the database has it.
 *
 * @param revision grows with every change of the campaign; a gate never goes back to an older one
 * @param totalStock units ever put on offer: at first and added since
 * @param terms promised to whoever is admitted, copied into each reservation
 * @param perUser units that one user may have, 1 to {@value #MAX_PER_USER}; the same in every revision
 * @param byTicket whether only a {@link Ticket} admits; each user may have one unit then
 */
public record Campaign(
        long id,
        long revision,
        Instant opensAt,
        Instant closesAt,
        long totalStock,
        String terms,
        int perUser,
        boolean byTicket) {

    /** The gate looks at each place that a user may have, in one atomic step. */
    public static final int MAX_PER_USER = 100;

    public Campaign {
        if (perUser < 1 || perUser > MAX_PER_USER) {
            throw new IllegalArgumentException("a user may have 1 to " + MAX_PER_USER + " units, not " + perUser);
        }
    }

    /** A campaign that is entered without a ticket. */
    public Campaign(
            long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms, int perUser) {
        this(id, revision, opensAt, closesAt, totalStock, terms, perUser, false);
    }

    /** The same where each user may have one unit. */
    public Campaign(long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms) {
        this(id, revision, opensAt, closesAt, totalStock, terms, 1);
    }
}
