package io.flashsale.contracts.reservation;

/** The request header in which a shopper shows the ticket that a sale asks for, see docs/fair-entry.md. */
public final class PurchaseTicketHeader {

    public static final String NAME = "Purchase-Ticket";

    /** What every ticket begins with; whatever does not is none. */
    public static final String BEGINNING = "v1.";

    /** Characters of the longest ticket that there can be; whatever is longer is none. */
    public static final int MAX_LENGTH = 200;

    private PurchaseTicketHeader() {}
}
