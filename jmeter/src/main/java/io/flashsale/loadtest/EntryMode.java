package io.flashsale.loadtest;

/** How the sale of a run is entered. */
public enum EntryMode {
    /** By everybody. */
    OPEN,
    /** Through a waiting room, in the sequence in which one came. */
    QUEUE,
    /** Through a waiting room, in a sequence that is drawn at the opening. */
    LOTTERY
}
