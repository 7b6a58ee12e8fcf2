package io.flashsale.order.payment;

import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** The rows of table {@code payment}: at most one an order. */
@Mapper
interface PaymentMapper {

    enum State {
        /** It paid for the order. */
        ACCEPTED,
        /** It came too late and has to go back. */
        REFUND_DUE
    }

    /** The id of the payment that was recorded for the order. */
    @Select("SELECT payment_id FROM payment WHERE order_id = #{orderId}")
    Optional<String> paymentOf(@Param("orderId") long orderId);

    @Insert("""
            INSERT INTO payment (order_id, payment_id, amount_cents, state, paid_at, received_at)
            VALUES (#{payment.orderId}, #{payment.paymentId}, #{payment.amountCents}, #{state}, #{payment.paidAt},
                    UTC_TIMESTAMP(3))
            """)
    void insert(@Param("payment") PaymentNotification payment, @Param("state") State state);
}
