package io.flashsale.contracts.reservation;

/** The request header with a shopper's purchase ticket, see docs/fair-entry.md. */
public final class PurchaseTicketHeader {

    public static final String NAME = "Purchase-Ticket";

    /** The first characters of every ticket; other texts are not tickets. */
    public static final String BEGINNING = "v1.";

    /** The longest possible ticket, in characters; longer texts are not tickets. */
    public static final int MAX_LENGTH = 200;

    private PurchaseTicketHeader() {}
}
