package io.flashsale.loadtest;

/** How shoppers enter the sale of a run. */
public enum EntryMode {
    /** Without a waiting room. */
    OPEN,
    /** Through a waiting room, in the order of arrival. */
    QUEUE,
    /** Through a waiting room, in an order drawn at the opening. */
    LOTTERY
}
