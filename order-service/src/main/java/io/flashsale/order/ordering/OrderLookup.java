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

    /** Accepted, and set aside for an administrator. */
    record UnderReview(OrderUnderReview order) implements Missing {}

    /** The order does not exist or belongs to another shopper; the answer does not tell which (invariant I7). */
    record NotFound() implements Missing {}

    /** The order is not placed, and it is unknown whether it was accepted. */
    record Undecided() implements Missing {}
}
