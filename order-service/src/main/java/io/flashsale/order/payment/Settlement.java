package io.flashsale.order.payment;

import io.flashsale.order.ordering.Order;

/** What came of a payment notification. */
sealed interface Settlement {

    /**
     * The payment is recorded, by this notification or an earlier one. The order is PAID, or it had ended before and
     * the money has to go back.
     */
    record Settled(Order order) implements Settlement {}

    /** Not signed by the provider. Nothing was changed. */
    record BadSignature() implements Settlement {}

    /** Signed, but not a notification. Nothing was changed. */
    record Malformed() implements Settlement {}

    record UnknownOrder() implements Settlement {}

    /** The sum is not the order's price. Nothing was changed. */
    record WrongAmount() implements Settlement {}

    /** The order was settled by a payment of another id. Nothing was changed. */
    record AnotherPayment() implements Settlement {}
}
