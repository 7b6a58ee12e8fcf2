package io.flashsale.auditor.snapshot;

/**
 * A sale without its numbers.
 *
 * @param revision grows with each change of the sale; the gate in Redis follows it.
 * @param retired whether it closed so long ago (seven days) that Redis may have dropped its gate.
 * @param byTicket whether an order needs a purchase ticket.
 * @param buckets the number of buckets of its stock.
 * @param limit units that one user may have at a time.
 * @param offer what it promises, and when.
 */
public record SaleHead(
        long id, long revision, boolean retired, boolean byTicket, int buckets, int limit, Offer offer) {}
