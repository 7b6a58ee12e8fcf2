package io.flashsale.client.entry;

/** The shoppers who may buy in a sale. */
public enum EntryMode {
    /** Everybody. */
    OPEN,
    /** Shoppers with a ticket; everybody gets one as long as there is a unit for it. */
    TICKET,
    /** Shoppers with a ticket; they wait for it in the order of their entry. */
    QUEUE,
    /** As {@link #QUEUE}, but shoppers who entered before the opening wait in an order that is drawn. */
    LOTTERY;

    /** Whether shoppers wait for their turn. */
    public boolean queues() {
        return this == QUEUE || this == LOTTERY;
    }
}
