package io.flashsale.locklab.catalogue;

/** The kinds of schemes. */
public enum Kind {
    /** Takes units from stock without a lock of its own. */
    STOCK,
    /** A lock around a plain read-test-write. */
    LOCK,
    /** The whole path of an order. */
    PATH
}
