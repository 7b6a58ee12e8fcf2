package io.flashsale.order.provider;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The provider's statement that it charged the shopper of an order.
 *
 * @param paymentId id of the charge, which identifies repetitions
 */
public record PaymentNotification(long orderId, String paymentId, long amountCents, Instant paidAt) {

    private static final Pattern VISIBLE_ASCII = Pattern.compile("[\\x21-\\x7e]{1,64}");
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    /** Annotated here, because MyBatis reads the annotations of all parameters of the constructor for each row. */
    @Override
    @JsonFormat(shape = JsonFormat.Shape.STRING)
    public long orderId() {
        return orderId;
    }

    /** Whether all fields are present and fit the table; JSON may leave some out. */
    @SuppressWarnings("ConstantValue") // JSON may leave out what the compiler believes to be there
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
