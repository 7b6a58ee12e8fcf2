package io.flashsale.order.payment;

import io.flashsale.order.provider.PaymentNotification;

/** The outcome of a payment notification. */
sealed interface Settlement {

    /** This notification or an earlier one recorded and decided the charge: the provider need not send it again. */
    sealed interface Settled extends Settlement {
        PaymentNotification charge();
    }

    /**
     * The charge paid its order.
     *
     * @param now by this notification, not by an earlier one
     */
    record Paid(PaymentNotification charge, boolean now) implements Settled {}

    /** The charge did not pay an order; a refund returns it. */
    record RefundDue(PaymentNotification charge) implements Settled {}

    /** The order is unknown, although a replay may still place it. Nothing was changed; to be sent again later. */
    record NoOrderYet() implements Settlement {}

    /** Not signed by the provider. Nothing was changed. */
    record BadSignature() implements Settlement {}

    /** Signed, but not a notification. Nothing was changed. */
    record Malformed() implements Settlement {}
}
