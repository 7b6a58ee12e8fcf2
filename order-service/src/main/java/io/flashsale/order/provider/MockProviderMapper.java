package io.flashsale.order.provider;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.order.provider.PaymentProvider.Position;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** The records of the mock: tables {@code mock_provider_charge} and {@code mock_provider_refund}. */
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
}
