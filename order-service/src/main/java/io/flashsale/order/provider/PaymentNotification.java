package io.flashsale.order.provider;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The statement of the provider that it charged the shopper of an order.
 *
 * @param paymentId the id of the charge, by which repetitions are known
 */
public record PaymentNotification(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId, String paymentId, long amountCents, Instant paidAt) {

    private static final Pattern VISIBLE_ASCII = Pattern.compile("[\\x21-\\x7e]{1,64}");
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    /** Whether the fields, which JSON may have left out, are there and fit the table. */
    @SuppressWarnings("ConstantValue") // JSON fills what the compiler believes to be there
    public boolean isComplete() {
        return orderId > 0
                && paymentId != null
                && VISIBLE_ASCII.matcher(paymentId).matches()
                && amountCents >= 0
                && paidAt != null
                && paidAt.isAfter(EARLIEST)
                && paidAt.isBefore(LATEST);
    }
}
