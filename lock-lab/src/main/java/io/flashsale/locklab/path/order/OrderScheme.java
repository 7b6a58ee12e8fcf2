package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.Outcome;

/** A way of letting each user have one order of an item, and no more. */
@FunctionalInterface
interface OrderScheme {

    /** {@link Outcome#REFUSED} if the user has one already, {@link Outcome#BUSY} if that cannot be said now. */
    Outcome order(String item, String user) throws InterruptedException;
}
