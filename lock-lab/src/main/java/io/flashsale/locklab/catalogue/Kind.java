package io.flashsale.locklab.catalogue;

/** What a scheme is. */
public enum Kind {
    /** Takes units from stock without a lock of its own. */
    STOCK,
    /** A lock, around a plain read-test-write. */
    LOCK,
    /** The whole path of an order. */
    PATH
}
