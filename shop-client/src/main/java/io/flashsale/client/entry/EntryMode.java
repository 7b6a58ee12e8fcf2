package io.flashsale.client.entry;

/** Who may buy in a sale. */
public enum EntryMode {
    /** Whoever comes. */
    OPEN,
    /** Whoever has a ticket; everybody gets one as long as there is a unit for it. */
    TICKET,
    /** Whoever has a ticket; one waits for it in the sequence in which one entered. */
    QUEUE,
    /** As {@link #QUEUE}, but who entered before the opening waits in a sequence that is drawn. */
    LOTTERY;

    /** Whether one waits for one's turn. */
    public boolean queues() {
        return this == QUEUE || this == LOTTERY;
    }
}
