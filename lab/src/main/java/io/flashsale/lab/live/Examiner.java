package io.flashsale.lab.live;

/** Examines the invariants of a sale. */
@FunctionalInterface
interface Examiner {

    /** As of now, without waiting for queues. May throw when a server cannot be read. */
    Examination examine(long saleId);
}
