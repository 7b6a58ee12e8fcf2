package io.flashsale.auditor.snapshot;

/**
 * A sale without its numbers.
 *
 * @param revision grows with each change of the sale; the gate in Redis is amended to it
 * @param retired it closed so long ago (seven days) that its gate is not kept in Redis any more
 * @param byTicket whether an order needs a purchase ticket
 * @param buckets in which its stock is
 */
public record SaleHead(long id, String title, long revision, boolean retired, boolean byTicket, int buckets) {

    /** A sale that has one bucket. */
    public SaleHead(long id, String title, long revision, boolean retired, boolean byTicket) {
        this(id, title, revision, retired, byTicket, 1);
    }
}
