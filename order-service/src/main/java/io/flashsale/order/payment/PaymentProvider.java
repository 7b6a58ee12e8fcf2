package io.flashsale.order.payment;

/** Whoever takes the shopper's money. */
interface PaymentProvider {

    /**
     * Charges the shopper once for the order: the order's id is the idempotency key, and repeating the call answers the
     * first charge again. Takes as long as a call over the internet does; never call it with a transaction open.
     */
    Charge charge(long orderId, long amountCents);

    /** What came of it. */
    sealed interface Charge {
        /** The money is taken; the provider also sends this notification by itself, any number of times. */
        record Confirmed(byte[] notification, String signature) implements Charge {}

        record Declined() implements Charge {}

        /** No answer: the money may or may not have been taken. Repeating the call tells. */
        record Unknown() implements Charge {}
    }
}
