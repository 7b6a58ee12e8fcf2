package io.flashsale.order.ordering;

import io.flashsale.commons.sql.UtcTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of table {@code orders} and the steps from one status to the next.
 *
 * <pre>
 *   AWAITING_PAYMENT ─┬─▶ PAID
 *                     └─▶ CLOSED ──▶ REFUND_DUE        REJECTED (from the start, for ever)
 * </pre>
 *
 * <p>Each step is one conditional UPDATE: of any number of steps that start from the same status at once, one happens,
 * and the others are told that they came too late. Whoever takes a step publishes {@link OrdersChanged}.
 */
@Component
public class OrderTable {

    /** Whoever writes a row of {@code order_coupon} has locked the order's row, so a lock on both never waits for one. */
    private static final String COLUMNS = "SELECT o.id, o.sale_id, o.user_id, o.title, o.image_url, o.price_cents,"
            + " o.status, o.reason, o.created_at, o.pay_deadline, o.paid_at, o.closed_at, c.coupon_id, c.attempt,"
            + " c.state AS coupon_state, c.discount_cents, c.open_charges"
            + " FROM orders o LEFT JOIN order_coupon c ON c.order_id = o.id ";

    private final JdbcClient jdbc;

    OrderTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<Order> find(long id) {
        return jdbc.sql(COLUMNS + "WHERE o.id = ?")
                .param(id)
                .query(OrderTable::order)
                .optional();
    }

    /** The order, which nobody else can change before the present transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<Order> lock(long id) {
        return jdbc.sql(COLUMNS + "WHERE o.id = ? FOR UPDATE")
                .param(id)
                .query(OrderTable::order)
                .optional();
    }

    /** Those of the orders that have a row. */
    public List<Order> findAll(Collection<Long> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        return jdbc.sql(COLUMNS + "WHERE o.id IN (:ids)")
                .param("ids", ids)
                .query(OrderTable::order)
                .list();
    }

    /** Up to {@code limit} orders past their deadline, locked; those that others have locked are left out. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<Order> lockOverdue(int limit) {
        return jdbc.sql(COLUMNS + "WHERE o.status = 'AWAITING_PAYMENT' AND o.pay_deadline <= UTC_TIMESTAMP(3)"
                        + " ORDER BY o.pay_deadline LIMIT ? FOR UPDATE SKIP LOCKED")
                .param(limit)
                .query(OrderTable::order)
                .list();
    }

    /** Whether the deadline of an order has passed, by the same clock that set it. */
    public boolean isOverdue(long id) {
        return jdbc.sql("SELECT COUNT(*) FROM orders WHERE id = ? AND pay_deadline <= UTC_TIMESTAMP(3)")
                .param(id)
                .query(Boolean.class)
                .single();
    }

    /** A shopper's orders, newest first. */
    List<Order> ofUser(long userId, int page, int size) {
        return jdbc.sql(COLUMNS + "WHERE o.user_id = ? ORDER BY o.created_at DESC, o.id DESC LIMIT ? OFFSET ?")
                .params(userId, size, (long) page * size)
                .query(OrderTable::order)
                .list();
    }

    long countOfUser(long userId) {
        return jdbc.sql("SELECT COUNT(*) FROM orders WHERE user_id = ?")
                .param(userId)
                .query(Long.class)
                .single();
    }

    /** AWAITING_PAYMENT → PAID. False if the order was not awaiting payment. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean markPaid(long id, Instant paidAt) {
        return jdbc.sql("UPDATE orders SET status = 'PAID', paid_at = ? WHERE id = ? AND status = 'AWAITING_PAYMENT'")
                        .params(UtcTime.write(paidAt), id)
                        .update()
                == 1;
    }

    /** CLOSED → REFUND_DUE: a payment came too late. False if the order was not closed. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean markRefundDue(long id, Instant paidAt) {
        return jdbc.sql("UPDATE orders SET status = 'REFUND_DUE', paid_at = ? WHERE id = ? AND status = 'CLOSED'")
                        .params(UtcTime.write(paidAt), id)
                        .update()
                == 1;
    }

    /** AWAITING_PAYMENT → CLOSED, for all that are awaiting payment. Answers how many there were. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int close(Collection<Long> ids, EndReason reason) {
        // By the key and nothing else: a scan would wait for orders that others have locked, while they wait for ours.
        return jdbc.sql(
                        "UPDATE orders FORCE INDEX (PRIMARY) SET status = 'CLOSED', reason = :reason, closed_at = UTC_TIMESTAMP(3)"
                                + " WHERE id IN (:ids) AND status = 'AWAITING_PAYMENT'")
                .param("reason", reason.name())
                .param("ids", ids)
                .update();
    }

    private static Order order(ResultSet row, int number) throws SQLException {
        @Nullable String reason = row.getString("reason");
        return new Order(
                row.getLong("id"),
                row.getLong("sale_id"),
                row.getLong("user_id"),
                row.getString("title"),
                row.getString("image_url"),
                row.getLong("price_cents"),
                OrderStatus.valueOf(row.getString("status")),
                reason == null ? null : EndReason.valueOf(reason),
                Objects.requireNonNull(UtcTime.read(row, "created_at")),
                UtcTime.read(row, "pay_deadline"),
                UtcTime.read(row, "paid_at"),
                UtcTime.read(row, "closed_at"),
                coupon(row));
    }

    private static @Nullable CouponUse coupon(ResultSet row) throws SQLException {
        @Nullable String state = row.getString("coupon_state");
        return state == null
                ? null
                : new CouponUse(
                        row.getLong("coupon_id"),
                        row.getInt("attempt"),
                        CouponUse.State.valueOf(state),
                        row.getLong("discount_cents"),
                        row.getInt("open_charges"));
    }
}
