package io.flashsale.order.ordering;

import io.flashsale.contracts.reservation.Reservation;

/** What a shopper who asks for an order finds. */
public sealed interface OrderLookup {

    /** The shopper's own order. */
    record Found(Order order) implements OrderLookup {}

    /** There is no order to act upon. */
    sealed interface Missing extends OrderLookup {}

    /** Accepted, not placed yet. */
    record Queued(Reservation reservation) implements Missing {}

    /** There is none, or it is another shopper's; which of the two is not told (invariant I7). */
    record NotFound() implements Missing {}

    /** It is not placed, and nobody can say right now whether it was accepted. */
    record Undecided() implements Missing {}
}
