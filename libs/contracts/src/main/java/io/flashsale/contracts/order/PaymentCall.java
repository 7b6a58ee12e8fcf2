package io.flashsale.contracts.order;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.contracts.admission.AdmissionAnswers;
import java.util.List;

/**
 * Command to order-service: pay several shoppers' orders in full. The answer is an {@link AdmissionAnswers}. Only the
 * gateway may send it, and it has checked the shoppers' tokens.
 *
 * <p>May be repeated, whatever came of it before: no order is charged twice.
 *
 * @param payments 1 to {@value #MAX_PAYMENTS}
 */
public record PaymentCall(List<Line> payments) {

    public static final String PATH = "/internal/payments";

    public static final int MAX_PAYMENTS = 256;

    /**
     * The status of an answer that is none: nothing was decided, and the shopper's own request has to be sent. It takes
     * more than the others should wait for.
     */
    public static final int ALONE = 0;

    /** One shopper's payment of an order, which may be another shopper's. */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId) {}
}
