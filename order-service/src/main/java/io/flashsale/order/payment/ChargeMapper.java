package io.flashsale.order.payment;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.order.provider.PaymentNotification;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of table {@code charge}: all charges that the provider reported.
 *
 * <pre>
 *   RECEIVED ─┬─▶ PAID        those of a group are PAID from the start
 *             └─▶ REFUND
 * </pre>
 */
@Mapper
interface ChargeMapper {

    /**
     * Records a charge as RECEIVED. Returns 1, or 0 if it was recorded before. IGNORE hides no other error: a
     * charge that does not fit a row is not {@link PaymentNotification#isComplete complete}.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Insert("""
            INSERT IGNORE INTO charge (charge_id, order_id, amount_cents, paid_at, received_at)
            VALUES (#{paymentId}, #{orderId}, #{amountCents}, #{paidAt}, UTC_TIMESTAMP(3))
            """)
    int record(PaymentNotification charge);

    /**
     * RECEIVED → PAID, and its order AWAITING_PAYMENT → PAID, if the charge is the order's price and the order
     * never had a coupon. Otherwise returns 0 and changes nothing.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            UPDATE charge c JOIN orders o ON o.id = c.order_id
            SET c.outcome = 'PAID', o.status = 'PAID', o.paid_at = c.paid_at
            WHERE c.charge_id = #{chargeId} AND c.outcome = 'RECEIVED'
              AND o.status = 'AWAITING_PAYMENT' AND o.price_cents = c.amount_cents AND o.coupon_attempts = 0
            """)
    int payInFull(String chargeId);

    /**
     * Records charges as PAID, all or none. {@link #payAllInFull} must follow in the same transaction.
     *
     * @throws org.springframework.dao.DuplicateKeyException if one of them was recorded before, or an order is paid
     */
    @Transactional(propagation = Propagation.MANDATORY)
    default void recordAllPaid(Collection<PaymentNotification> received) {
        MapperBatch.execute(this, received, ChargeMapper::recordPaid);
    }

    @Insert("""
            INSERT INTO charge (charge_id, order_id, amount_cents, outcome, paid_at, received_at)
            VALUES (#{paymentId}, #{orderId}, #{amountCents}, 'PAID', #{paidAt}, UTC_TIMESTAMP(3))
            """)
    void recordPaid(PaymentNotification charge);

    /**
     * AWAITING_PAYMENT → PAID, for orders whose PAID charge is their price, and that never had a coupon. Returns how
     * many there were. Selects by keys only: a scan would wait for charges that other transactions have just recorded.
     *
     * @param ids of orders, at least one
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            <script>
            UPDATE orders o FORCE INDEX (PRIMARY) STRAIGHT_JOIN charge c FORCE INDEX (charge_i11_order_paid_once)
                ON c.order_id = o.id AND c.paid = 1
            SET o.status = 'PAID', o.paid_at = c.paid_at
            WHERE o.price_cents = c.amount_cents AND o.status = 'AWAITING_PAYMENT' AND o.coupon_attempts = 0 AND o.id
            """ + IN_IDS + "</script>")
    int payAllInFull(Collection<Long> ids);

    /** RECEIVED → outcome. Returns 1, or 0 if it was decided before. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("UPDATE charge SET outcome = #{outcome} WHERE charge_id = #{chargeId} AND outcome = 'RECEIVED'")
    int decide(String chargeId, ChargeOutcome outcome);

    @Select("SELECT outcome FROM charge WHERE charge_id = #{chargeId}")
    Optional<ChargeOutcome> outcome(String chargeId);

    /** Finds those charges that are recorded. Pass at least one id. */
    @Select("<script>SELECT charge_id FROM charge WHERE charge_id " + IN_IDS + "</script>")
    List<String> recorded(Collection<String> ids);
}
