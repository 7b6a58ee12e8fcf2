package io.flashsale.entry.sale;

/** The way shoppers get to buy in a sale. */
public enum EntryMode {
    /** Every shopper may ask for a unit at once. */
    OPEN,
    /**
     * A unit needs a purchase ticket; from the opening on each shopper gets one on request, while there are units for
     * tickets.
     */
    TICKET,
    /** A unit needs a purchase ticket; shoppers wait for it in the sequence in which they entered. */
    QUEUE,
    /**
     * As QUEUE, but a seed decides the sequence of those who entered before the opening; its hash was public before.
     */
    LOTTERY;

    /** Whether shoppers enter a waiting room. */
    public boolean queues() {
        return this == QUEUE || this == LOTTERY;
    }

    /** Whether a unit needs a purchase ticket. */
    public boolean asksForTickets() {
        return this != OPEN;
    }
}
