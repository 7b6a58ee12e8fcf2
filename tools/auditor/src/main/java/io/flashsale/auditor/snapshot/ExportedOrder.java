package io.flashsale.auditor.snapshot;

/** What an export says of an order; also what the database says of it. */
public record ExportedOrder(
        long id, long user, OrderStatus status, long priceCents, long discountCents, long refundCents) {

    /** A description for people. */
    public String described() {
        return "order " + id + " of user " + user + ", " + status + ", " + priceCents + " cents - " + discountCents
                + ", refund " + refundCents;
    }
}
