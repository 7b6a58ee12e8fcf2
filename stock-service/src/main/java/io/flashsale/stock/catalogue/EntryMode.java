package io.flashsale.stock.catalogue;

/** How one gets to buy in a sale. */
public enum EntryMode {
    /** Whoever comes may ask for a unit at once. */
    OPEN,
    /** A unit needs a purchase ticket, and from the opening on everybody who asks gets one while there are units for them. */
    TICKET,
    /** A unit needs a purchase ticket, and one waits for it in the sequence in which one entered. */
    QUEUE,
    /**
     * As QUEUE, but those who entered before the opening wait in a sequence that a seed decides, whose hash was public before.
     */
    LOTTERY;

    /** Whether one enters a waiting room. */
    public boolean queues() {
        return this == QUEUE || this == LOTTERY;
    }

    /** Whether a unit needs a purchase ticket. */
    public boolean asksForTickets() {
        return this != OPEN;
    }
}
