package io.flashsale.order.payment;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;

/** The provider's statement that an order was paid. */
record PaymentNotification(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, String paymentId, long amountCents, Instant paidAt) {

    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    /** Whether the fields, which JSON may have left out, are there and fit the table. */
    @SuppressWarnings("ConstantValue") // JSON fills what the compiler believes to be there
    boolean isComplete() {
        return orderId > 0
                && paymentId != null
                && paymentId.matches("[\\x21-\\x7e]{1,64}")
                && amountCents >= 0
                && paidAt != null
                && paidAt.isAfter(EARLIEST)
                && paidAt.isBefore(LATEST);
    }
}
