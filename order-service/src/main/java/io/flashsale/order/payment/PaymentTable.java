package io.flashsale.order.payment;

import io.flashsale.commons.sql.UtcTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of table {@code payment}: at most one an order. */
@Component
class PaymentTable {

    private final JdbcClient jdbc;

    PaymentTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    enum State {
        /** It paid for the order. */
        ACCEPTED,
        /** It came too late and has to go back. */
        REFUND_DUE
    }

    /** The id of the payment that was recorded for the order. */
    Optional<String> paymentOf(long orderId) {
        return jdbc.sql("SELECT payment_id FROM payment WHERE order_id = ?")
                .param(orderId)
                .query(String.class)
                .optional();
    }

    void insert(PaymentNotification payment, State state) {
        jdbc.sql("INSERT INTO payment (order_id, payment_id, amount_cents, state, paid_at, received_at)"
                        + " VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(3))")
                .params(
                        payment.orderId(),
                        payment.paymentId(),
                        payment.amountCents(),
                        state.name(),
                        UtcTime.write(payment.paidAt()))
                .update();
    }
}
