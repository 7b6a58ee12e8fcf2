package io.flashsale.auditor.snapshot;

import java.util.List;

/**
 * A sale without its numbers.
 *
 * @param revision grows with each change of the sale; the gate in Redis follows it.
 * @param retired whether it closed so long ago (seven days) that Redis may have dropped its gate.
 * @param byTicket whether an order needs a purchase ticket.
 * @param buckets the number of buckets of its stock.
 * @param limit units that one user may have at a time.
 * @param offer what it promises, and when.
 * @param siblings the other sales of its family, which count for the limit, too.
 */
public record SaleHead(
        long id,
        long revision,
        boolean retired,
        boolean byTicket,
        int buckets,
        int limit,
        Offer offer,
        List<Long> siblings) {

    /** A sale without variants. */
    public SaleHead(long id, long revision, boolean retired, boolean byTicket, int buckets, int limit, Offer offer) {
        this(id, revision, retired, byTicket, buckets, limit, offer, List.of());
    }
}
