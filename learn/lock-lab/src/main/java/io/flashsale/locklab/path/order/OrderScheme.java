package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.Outcome;

/** A way of limiting each user to one order of an item. */
@FunctionalInterface
interface OrderScheme {

    /** Returns {@link Outcome#REFUSED} if the user already has an order, {@link Outcome#BUSY} if that is unknown. */
    Outcome order(String item, String user) throws InterruptedException;
}
