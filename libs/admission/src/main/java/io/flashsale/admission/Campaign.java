package io.flashsale.admission;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.redis.Shards;
import java.time.Instant;
import java.util.List;

/**
 * A campaign, or one of its buckets, as the database has it and its gate must know it.
 *
 * @param id of the gate: the campaign's, or that of a bucket, see {@link Buckets#gate}
 * @param revision grows with every change of the campaign, and no two changes have the same, not even if the database
 *     was restored in between. A gate with a later one is ahead of a restored database
 * @param totalStock units put on offer here: the initial ones and those added since, less those taken away unsold
 * @param terms promised to each admitted user, and copied into each reservation
 * @param perUser units that one user may have, 1 to {@value #MAX_PER_USER}; the same in every revision since a user
 *     could have one
 * @param byTicket whether only a {@link CheckedTicket ticket} admits; each user may have one unit then
 * @param buckets that its stock is in, 1 to {@value Buckets#MAX}; the same in every revision; 1 if only a ticket
 *     admits
 * @param waitingList whether shoppers wait for units that come back; only {@link GateOffers offers} admit then
 * @param siblings the other campaigns of its family, by their ids in ascending order; the same in every revision. All
 *     units that a user has in the family count against {@code perUser}. A family has at most {@value #MAX_FAMILY}
 *     campaigns, each with one bucket and all in one shard
 */
public record Campaign(
        long id,
        long revision,
        Instant opensAt,
        Instant closesAt,
        long totalStock,
        String terms,
        int perUser,
        boolean byTicket,
        int buckets,
        boolean waitingList,
        List<Long> siblings) {

    /** Bounded because the gate looks at each place that a user may have, in one atomic step. */
    public static final int MAX_PER_USER = 100;

    /** Bounded because the gate looks at the holders of each sibling, in the same step. */
    public static final int MAX_FAMILY = 12;

    public Campaign {
        if (perUser < 1 || perUser > MAX_PER_USER) {
            throw new IllegalArgumentException("a user may have 1 to " + MAX_PER_USER + " units, not " + perUser);
        }
        if (buckets < 1 || buckets > Buckets.MAX || byTicket && buckets > 1) {
            throw new IllegalArgumentException(
                    "a campaign has 1 to " + Buckets.MAX + " buckets, and one by ticket has 1, not " + buckets);
        }
        siblings = List.copyOf(siblings);
        boolean areTogether = siblings.stream().allMatch(sibling -> mayBeSiblings(id, sibling));
        if (siblings.size() >= MAX_FAMILY || !siblings.isEmpty() && buckets > 1 || !areTogether) {
            throw new IllegalArgumentException(
                    "campaign " + id + " of " + buckets + " buckets cannot have the siblings " + siblings);
        }
    }

    /** Whether campaigns with these ids may be siblings: one script has to look at the gates of both. */
    public static boolean mayBeSiblings(long one, long other) {
        return Shards.of(one) == Shards.of(other);
    }

    /** A campaign without siblings, for whose units nobody waits. */
    public Campaign(
            long id,
            long revision,
            Instant opensAt,
            Instant closesAt,
            long totalStock,
            String terms,
            int perUser,
            boolean byTicket,
            int buckets) {
        this(id, revision, opensAt, closesAt, totalStock, terms, perUser, byTicket, buckets, false, List.of());
    }

    /** The same with one bucket, which admits without a ticket. */
    public Campaign(
            long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms, int perUser) {
        this(id, revision, opensAt, closesAt, totalStock, terms, perUser, false, 1);
    }

    /** The same with one unit for each user. */
    public Campaign(long id, long revision, Instant opensAt, Instant closesAt, long totalStock, String terms) {
        this(id, revision, opensAt, closesAt, totalStock, terms, 1);
    }
}
