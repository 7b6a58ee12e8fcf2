package io.flashsale.order.provider;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.order.provider.PaymentProvider.Position;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The records of the mock: tables {@code mock_provider_charge}, {@code …_refund} and {@code …_step}. */
@Mapper
interface MockProviderMapper {

    /** Without those that were given back. */
    String CHARGES = """
            SELECT order_id, charge_id AS payment_id, amount_cents, charged_at AS paid_at FROM mock_provider_charge c
            WHERE NOT EXISTS (SELECT 1 FROM mock_provider_refund r WHERE r.charge_id = c.charge_id)
            """;

    /** @throws org.springframework.dao.DuplicateKeyException if it was made before */
    @Insert("""
            INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)
            VALUES (#{paymentId}, #{orderId}, #{amountCents}, #{paidAt})
            """)
    void charge(PaymentNotification charge);

    /**
     * Stores all charges with one statement.
     *
     * @throws org.springframework.dao.DuplicateKeyException if one was made before
     */
    default void chargeAll(List<PaymentNotification> charges) {
        MapperBatch.execute(this, charges, MockProviderMapper::charge);
    }

    @Select(CHARGES + "AND charge_id = #{chargeId}")
    Optional<PaymentNotification> findCharge(String chargeId);

    @Select(CHARGES + """
              AND charged_at BETWEEN #{after.paidAt} AND #{until}
              AND (charged_at > #{after.paidAt} OR charge_id > #{after.paymentId})
            ORDER BY charged_at, charge_id LIMIT #{limit}
            """)
    List<PaymentNotification> chargesAfter(Position after, Instant until, int limit);

    /**
     * Returns 1, or 0 if there is no charge of that amount.
     *
     * @throws org.springframework.dao.DuplicateKeyException if the refund was made before
     */
    @Insert("""
            INSERT INTO mock_provider_refund (idempotency_key, charge_id, amount_cents, refunded_at)
            SELECT #{idempotencyKey}, charge_id, amount_cents, UTC_TIMESTAMP(3) FROM mock_provider_charge
            WHERE charge_id = #{chargeId} AND amount_cents = #{amountCents}
            """)
    int refund(String chargeId, long amountCents, String idempotencyKey);

    /** Whether the order was charged, even if that was given back. */
    @Select("SELECT EXISTS (SELECT 1 FROM mock_provider_charge WHERE charge_id = #{chargeId})")
    boolean isCharged(String chargeId);

    /** Opens a step for an order that has none, or replaces its step of another amount. */
    @Insert("""
            INSERT INTO mock_provider_step (order_id, step, amount_cents) VALUES (#{orderId}, #{step}, #{amountCents})
            ON DUPLICATE KEY UPDATE refused = refused AND amount_cents = #{amountCents},
                step = IF(amount_cents = #{amountCents}, step, #{step}), amount_cents = #{amountCents}
            """)
    void openStep(long orderId, String step, long amountCents);

    @Select("SELECT step FROM mock_provider_step WHERE order_id = #{orderId}")
    Optional<String> stepOf(long orderId);

    /** Returns 1, or 0 if the order has no refused step, or was charged before the refusal. */
    @Delete("""
            DELETE FROM mock_provider_step WHERE order_id = #{orderId} AND refused
              AND NOT EXISTS (SELECT 1 FROM mock_provider_charge c WHERE c.charge_id = CONCAT('mock-', #{orderId}))
            """)
    int forgetRefused(long orderId);

    @Select("""
            SELECT order_id, amount_cents,
                   CASE WHEN EXISTS (SELECT 1 FROM mock_provider_charge c WHERE c.order_id = s.order_id
                                     AND c.charge_id = CONCAT('mock-', s.order_id)) THEN 'CONFIRMED'
                        WHEN refused THEN 'REFUSED' ELSE 'OPEN' END AS state
            FROM mock_provider_step s WHERE step = #{step}
            """)
    Optional<MockStep> findStep(String step);

    /**
     * Makes the charge of a step, unless the step was refused.
     *
     * @throws org.springframework.dao.DuplicateKeyException if the order was charged before
     */
    @Insert("""
            INSERT INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)
            SELECT CONCAT('mock-', order_id), order_id, amount_cents, #{at} FROM mock_provider_step
            WHERE step = #{step} AND NOT refused
            """)
    void confirm(String step, Instant at);

    /** Has no effect on a step that was confirmed: the charge counts. */
    @Update("UPDATE mock_provider_step SET refused = TRUE WHERE step = #{step}")
    void refuse(String step);
}
