package io.flashsale.order.ordering;

import static io.flashsale.commons.sql.InIds.IN_IDS;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Arg;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.ResultMap;
import org.apache.ibatis.annotations.Results;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of table {@code orders} and the steps from one status to the next.
 *
 * <pre>
 *   AWAITING_PAYMENT ─┬─▶ PAID ───────┐ (an administrator)
 *                     │               ▼
 *                     └─▶ CLOSED ──▶ REFUND_DUE ◀──▶ REFUNDED        REJECTED (from the start, for ever)
 * </pre>
 *
 * <p>Each step is one conditional UPDATE. If several steps start from the same status at once, one of them happens
 * and the others change no row. The caller of a step publishes {@link OrdersChanged}.
 */
@Mapper
public interface OrderMapper {

    /**
     * Writers of {@code order_coupon} hold the lock on the order's row, so locking both waits only for the order's
     * row.
     */
    String ORDERS = """
            SELECT o.id, o.sale_id, o.user_id, o.title, o.image_url, o.price_cents, o.status, o.reason, o.created_at,
                   o.pay_deadline, o.paid_at, o.closed_at, o.traceparent, o.refund_cents,
                   o.status = 'AWAITING_PAYMENT' AND UTC_TIMESTAMP(3) >= o.pay_deadline AS overdue,
                   c.state AS coupon_state,
                   COALESCE(c.coupon_id, 0) AS coupon_id, COALESCE(c.attempt, 0) AS attempt,
                   COALESCE(c.discount_cents, 0) AS coupon_cents, COALESCE(c.open_charges, 0) AS open_charges
            FROM orders o LEFT JOIN order_coupon c ON c.order_id = o.id
            """;

    /**
     * Finds the order, if it has a row. The mapping of columns is written out: MyBatis would look it up at each
     * call, which took a tenth of the processor time of a payment.
     */
    @Arg(name = "id", column = "id", javaType = long.class)
    @Arg(name = "saleId", column = "sale_id", javaType = long.class)
    @Arg(name = "userId", column = "user_id", javaType = long.class)
    @Arg(name = "title", column = "title", javaType = String.class)
    @Arg(name = "imageUrl", column = "image_url", javaType = String.class)
    @Arg(name = "priceCents", column = "price_cents", javaType = long.class)
    @Arg(name = "status", column = "status", javaType = OrderStatus.class)
    @Arg(name = "reason", column = "reason", javaType = EndReason.class)
    @Arg(name = "createdAt", column = "created_at", javaType = Instant.class)
    @Arg(name = "payDeadline", column = "pay_deadline", javaType = Instant.class)
    @Arg(name = "paidAt", column = "paid_at", javaType = Instant.class)
    @Arg(name = "closedAt", column = "closed_at", javaType = Instant.class)
    @Arg(name = "overdue", column = "overdue", javaType = boolean.class)
    @Arg(name = "traceparent", column = "traceparent", javaType = String.class)
    @Arg(name = "refundCents", column = "refund_cents", javaType = long.class)
    @Arg(name = "couponState", column = "coupon_state", javaType = CouponUse.State.class)
    @Arg(name = "couponId", column = "coupon_id", javaType = long.class)
    @Arg(name = "attempt", column = "attempt", javaType = int.class)
    @Arg(name = "couponCents", column = "coupon_cents", javaType = long.class)
    @Arg(name = "openCharges", column = "open_charges", javaType = int.class)
    @Results(id = "order")
    @Select(ORDERS + "WHERE o.id = #{id}")
    Optional<Order> find(long id);

    /** Finds the order and locks it until the current transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    @ResultMap("order")
    @Select(ORDERS + "WHERE o.id = #{id} FOR UPDATE")
    Optional<Order> lock(long id);

    /**
     * Locks those orders that have a row until the current transaction ends.
     *
     * @param ids at least one
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Select("<script>SELECT id FROM orders WHERE id " + IN_IDS + " ORDER BY id FOR UPDATE</script>")
    List<Long> lockAll(Collection<Long> ids);

    /** Finds those orders that have a row. Pass at least one id. */
    @ResultMap("order")
    @Select("<script>" + ORDERS + "WHERE o.id " + IN_IDS + "</script>")
    List<Order> findAll(Collection<Long> ids);

    /**
     * Locks up to {@code limit} orders past their deadline, without those that others have locked.
     *
     * @param until the latest deadline
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @ResultMap("order")
    @Select(ORDERS + """
            WHERE o.status = 'AWAITING_PAYMENT' AND o.pay_deadline <= UTC_TIMESTAMP(3) AND o.pay_deadline <= #{until}
            ORDER BY o.pay_deadline LIMIT #{limit} FOR UPDATE SKIP LOCKED
            """)
    List<Order> lockOverdue(Instant until, int limit);

    /** A shopper's orders, newest first. */
    @ResultMap("order")
    @Select(ORDERS + """
            WHERE o.user_id = #{userId} ORDER BY o.created_at DESC, o.id DESC LIMIT #{limit} OFFSET #{offset}
            """)
    List<Order> ofUser(long userId, long offset, int limit);

    @Select("SELECT COUNT(*) FROM orders WHERE user_id = #{userId}")
    long countOfUser(long userId);

    /** AWAITING_PAYMENT → PAID. Returns 1, or 0 if the order was not awaiting payment. */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            UPDATE orders SET status = 'PAID', paid_at = #{paidAt} WHERE id = #{id} AND status = 'AWAITING_PAYMENT'
            """)
    int markPaid(long id, Instant paidAt);

    /**
     * Adds an amount that does not pay the order and goes back; the status stays. Returns 1, or 0 if there is no
     * such order.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("UPDATE orders SET refund_cents = refund_cents + #{cents} WHERE id = #{id}")
    int noteRefund(long id, long cents);

    /**
     * CLOSED or REFUNDED → REFUND_DUE: a payment came too late, or a further one. Returns 1, or 0 if the order was
     * not closed.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            UPDATE orders SET status = 'REFUND_DUE', paid_at = COALESCE(paid_at, #{paidAt}),
                refund_cents = refund_cents + #{cents}
            WHERE id = #{id} AND status IN ('CLOSED', 'REFUND_DUE', 'REFUNDED')
            """)
    int markRefundDue(long id, long cents, Instant paidAt);

    /**
     * REFUND_DUE → REFUNDED, for orders none of whose refunds is left to be made.
     *
     * @param ids of locked orders, at least one
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            <script>
            UPDATE orders o SET o.status = 'REFUNDED'
            WHERE o.status = 'REFUND_DUE'
            AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.order_id = o.id AND r.state != 'REFUNDED')
            AND o.id
            """ + IN_IDS + "</script>")
    void markRefunded(Collection<Long> ids);

    /**
     * AWAITING_PAYMENT → CLOSED, for all that await payment. Returns how many there were. Selects by key only: a
     * scan would wait for orders that other transactions have locked, while they wait for ours.
     *
     * @param ids at least one
     */
    @Transactional(propagation = Propagation.MANDATORY)
    @Update("""
            <script>
            UPDATE orders FORCE INDEX (PRIMARY) SET status = 'CLOSED', reason = #{reason}, closed_at = UTC_TIMESTAMP(3)
            WHERE status = 'AWAITING_PAYMENT' AND id
            """ + IN_IDS + "</script>")
    int close(Collection<Long> ids, EndReason reason);
}
