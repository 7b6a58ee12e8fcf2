package io.flashsale.order.payment;

import io.flashsale.order.provider.PaymentNotification;

/** What came of a payment notification. */
sealed interface Settlement {

    /** The charge is recorded and decided, by this notification or an earlier one: the provider need not send it again. */
    sealed interface Settled extends Settlement {
        PaymentNotification charge();
    }

    /**
     * It paid its order.
     *
     * @param now by this notification, not by an earlier one
     */
    record Paid(PaymentNotification charge, boolean now) implements Settled {}

    /** It paid nothing, and a refund sees to it that it goes back. */
    record RefundDue(PaymentNotification charge) implements Settled {}

    /** Not signed by the provider. Nothing was changed. */
    record BadSignature() implements Settlement {}

    /** Signed, but not a notification. Nothing was changed. */
    record Malformed() implements Settlement {}
}
