package io.flashsale.order.calledoff;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.order.ordering.EndReason;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.ResultMap;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The rows of table {@code sale_called_off}, and the steps that undo the sale of an order. */
@Mapper
interface UndoneSaleMapper {

    /** A charge that paid an order. */
    record PaidCharge(String chargeId, long orderId, long amountCents) {}

    record CalledOff(long saleId, boolean unitsBack, Instant calledOffAt) {}

    /**
     * How many orders of the sale are where.
     *
     * @param active those that the sale still has to end
     */
    record Progress(long active, long refundDue, long refunded, long closed) {}

    /** Returns 1, or 0 if the sale was called off before; then nothing changes. */
    @Insert("""
            INSERT IGNORE INTO sale_called_off (sale_id, units_back, called_off_at)
            VALUES (#{saleId}, #{unitsBack}, UTC_TIMESTAMP(3))
            """)
    int callOff(long saleId, boolean unitsBack);

    @Select("SELECT sale_id, units_back, called_off_at FROM sale_called_off WHERE sale_id = #{saleId}")
    Optional<CalledOff> find(long saleId);

    @Select("""
            SELECT COALESCE(SUM(status IN ('AWAITING_PAYMENT', 'PAID')), 0) AS active,
                   COALESCE(SUM(status = 'REFUND_DUE'), 0) AS refund_due,
                   COALESCE(SUM(status = 'REFUNDED'), 0) AS refunded,
                   COALESCE(SUM(status = 'CLOSED'), 0) AS closed
            FROM orders WHERE sale_id = #{saleId}
            """)
    Progress progress(long saleId);

    @Select("SELECT EXISTS (SELECT 1 FROM orders WHERE sale_id = #{saleId})")
    boolean hasOrders(long saleId);

    /**
     * The sales that were called off and have active orders, perhaps such as were on their way to be placed. Not those that
     * stock-service does not know of yet, as it would offer the units that come back; but for 30 s at most, as it may be
     * away.
     */
    @Select("""
            SELECT sale_id, units_back, called_off_at FROM sale_called_off s
            WHERE (s.told OR s.called_off_at < UTC_TIMESTAMP(3) - INTERVAL 30 SECOND)
            AND EXISTS (SELECT 1 FROM orders o WHERE o.sale_id = s.sale_id AND o.active_user IS NOT NULL)
            """)
    List<CalledOff> unfinished();

    /** The called-off sales that stock-service does not know of yet. */
    @Select("SELECT sale_id FROM sale_called_off WHERE told = FALSE")
    List<Long> untold();

    @Update("UPDATE sale_called_off SET told = TRUE WHERE sale_id = #{saleId}")
    void told(long saleId);

    /** Locks up to {@code limit} active orders of the sale, without those that others have locked. */
    @Transactional(propagation = Propagation.MANDATORY)
    @ResultMap("io.flashsale.order.ordering.OrderMapper.order")
    @Select(OrderMapper.ORDERS + """
            WHERE o.sale_id = #{saleId} AND o.active_user IS NOT NULL LIMIT #{limit} FOR UPDATE SKIP LOCKED
            """)
    List<Order> lockActive(long saleId, int limit);

    /**
     * Finds the charges that paid the orders, and locks them. Selects by keys only; see {@link OrderMapper#close}.
     *
     * @param ids of orders, at least one
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Select("""
            <script>
            SELECT charge_id, order_id, amount_cents FROM charge FORCE INDEX (charge_i11_order_paid_once)
            WHERE paid = 1 AND order_id
            """ + IN_IDS + " FOR UPDATE</script>")
    List<PaidCharge> lockCharges(Collection<Long> ids);

    /** PAID → REFUND, for charges that are locked, each with its refund. */
    @Transactional(propagation = Propagation.MANDATORY)
    default void refund(List<PaidCharge> charges) {
        MapperBatch.execute(this, charges, UndoneSaleMapper::unpay);
        MapperBatch.execute(this, charges, UndoneSaleMapper::insertRefund);
    }

    @Update("UPDATE charge SET outcome = 'REFUND' WHERE charge_id = #{chargeId} AND outcome = 'PAID'")
    void unpay(PaidCharge charge);

    /** Fails unless the charge is REFUND, or if it has a refund. */
    @Insert("""
            INSERT INTO refund (charge_id, order_id, amount_cents, reason, next_attempt_at, created_at)
            VALUES (#{chargeId}, #{orderId}, #{amountCents}, 'BY_ADMINISTRATOR', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
            """)
    void insertRefund(PaidCharge charge);

    /**
     * PAID → REFUND_DUE, for orders whose refund was inserted in this transaction. Returns how many there were.
     *
     * @param ids at least one
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            <script>
            UPDATE orders o FORCE INDEX (PRIMARY) STRAIGHT_JOIN refund r FORCE INDEX (refund_of_order)
                ON r.order_id = o.id AND r.reason = 'BY_ADMINISTRATOR'
            SET o.status = 'REFUND_DUE', o.reason = #{reason}, o.closed_at = UTC_TIMESTAMP(3),
                o.refund_cents = o.refund_cents + r.amount_cents, o.unit_kept = #{unitKept}
            WHERE o.status = 'PAID' AND o.id
            """ + IN_IDS + "</script>")
    int markRefundDue(Collection<Long> ids, EndReason reason, boolean unitKept);
}
