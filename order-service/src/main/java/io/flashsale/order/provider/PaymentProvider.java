package io.flashsale.order.provider;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Takes the shopper's money and gives it back. Each call takes as long as one over the internet; never make one
 * with a transaction open. The caller waits {@link PaymentProperties#answerTimeout} at most; a longer call is
 * interrupted and must then end.
 */
public interface PaymentProvider {

    /**
     * Charges the shopper once for the order. The order's id is the idempotency key: repeating the call returns the
     * first charge again, or declines if that was given back.
     */
    Charge charge(long orderId, Money amount);

    /** The ways of paying, besides the usual one, that a shopper may choose; those of {@link #charge(long, Money, String)}. */
    default Set<String> methods() {
        return Set.of();
    }

    /** Whether it takes no money, so that the pages say so. */
    default boolean isMock() {
        return false;
    }

    /**
     * Charges as {@link #charge(long, Money)} does, in the way that the shopper chose. However many ways a shopper tries,
     * the order is charged once.
     *
     * @param method one of {@link #methods}
     * @throws IllegalArgumentException if it is none of them
     */
    default Charge charge(long orderId, Money amount, String method) {
        throw new IllegalArgumentException("unknown method " + method);
    }

    /** What a shopper has to be charged for an order. */
    record Due(long orderId, Money amount) {}

    /**
     * Charges several orders, each as {@link #charge} does, in about the time of one. Returns their outcomes in the same
     * sequence. Returns none, and charges nobody, if the provider takes one order at a time, as most do: then nobody has
     * to wait for another shopper's charge.
     */
    default List<Charge> chargeAll(List<Due> dues) {
        return List.of();
    }

    /** Refunds a whole charge. Repeating the call with the same key returns the first refund again. */
    Refund refund(String chargeId, Money amount, String idempotencyKey);

    /**
     * Returns charges from the provider's own records that were not given back, oldest first. These are the first
     * {@code limit} of them after a position, none later than {@code until}.
     */
    List<PaymentNotification> charges(Position after, Instant until, int limit);

    /** The outcome of a charge. */
    sealed interface Charge {
        /** The money is taken. The provider also sends this notification by itself, any number of times. */
        record Confirmed(byte[] notification, String signature) implements Charge {}

        /** Nothing is taken, and no step of {@link ActionRequired} is open. */
        record Declined() implements Charge {}

        /**
         * Nothing is taken until the shopper confirms it at this address: a bank's page, an app, a QR code that leads there.
         * Then the provider leads back to the order's payment page, with {@code ?returned}. Repeating the call returns the
         * same step while it is open and the amount is the same, Confirmed once the shopper has confirmed, and Declined
         * after a refusal; a call after that begins anew.
         *
         * <p>A shopper may confirm at any time, even when the order has ended, and may never come back. Such a charge is
         * found in the provider's records.
         *
         * @param url absolute, or a path of the shop
         */
        record ActionRequired(String url) implements Charge {}

        /** No answer: the money may or may not have been taken. Repeating the call resolves it. */
        record Unknown() implements Charge {}
    }

    /** The outcome of a refund. */
    sealed interface Refund {
        /** @param reference the provider's name for it */
        record Made(String reference) implements Refund {}

        /** The provider will never make the refund. */
        record Refused(String reason) implements Refund {}

        /** No clear answer: the money may or may not be on its way. Repeating the call resolves it. */
        record Unknown(String why) implements Refund {}
    }

    /** A position in the provider's records; charges of the same millisecond are sorted by id. */
    record Position(Instant paidAt, String paymentId) {

        /** The position before all charges made at this time or later. */
        public static Position before(Instant time) {
            return new Position(time, "");
        }

        public static Position of(PaymentNotification charge) {
            return new Position(charge.paidAt(), charge.paymentId());
        }
    }
}
