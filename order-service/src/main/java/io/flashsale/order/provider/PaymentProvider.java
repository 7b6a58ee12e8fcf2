package io.flashsale.order.provider;

import java.time.Instant;
import java.util.List;

/**
 * Whoever takes the shopper's money, and gives it back. Each call takes as long as one over the internet does; never make
 * one with a transaction open. Whoever calls waits for {@link PaymentProperties#answerTimeout} at most; a call that takes longer
 * is interrupted, and has to end then.
 */
public interface PaymentProvider {

    /**
     * Charges the shopper once for the order: the order's id is the idempotency key, and repeating the call answers the
     * first charge again.
     */
    Charge charge(long orderId, long amountCents);

    /** Gives a charge back, whole. Repeating the call with the same key answers the first refund again. */
    Refund refund(String chargeId, long amountCents, String idempotencyKey);

    /**
     * What it has taken by its own records, oldest first: the first {@code limit} charges after a position, none of them
     * later than {@code until}.
     */
    List<PaymentNotification> charges(Position after, Instant until, int limit);

    /** What came of charging. */
    sealed interface Charge {
        /** The money is taken; the provider also sends this notification by itself, any number of times. */
        record Confirmed(byte[] notification, String signature) implements Charge {}

        record Declined() implements Charge {}

        /** No answer: the money may or may not have been taken. Repeating the call tells. */
        record Unknown() implements Charge {}
    }

    /** What came of giving back. */
    sealed interface Refund {
        /** @param reference what the provider calls it */
        record Made(String reference) implements Refund {}

        /** It will not, however often it is asked. */
        record Refused(String reason) implements Refund {}

        /** No answer, or none that says: the money may or may not be on its way. Repeating the call tells. */
        record Unknown(String why) implements Refund {}
    }

    /** A place in the provider's records; charges of the same millisecond are in the order of their ids. */
    record Position(Instant paidAt, String paymentId) {

        /** Before everything that was charged then or later. */
        public static Position before(Instant time) {
            return new Position(time, "");
        }

        public static Position of(PaymentNotification charge) {
            return new Position(charge.paidAt(), charge.paymentId());
        }
    }
}
