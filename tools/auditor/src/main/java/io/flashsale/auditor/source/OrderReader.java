package io.flashsale.auditor.source;

import static io.flashsale.auditor.source.ReadOnlyDatabase.named;

import io.flashsale.auditor.snapshot.Charge;
import io.flashsale.auditor.snapshot.Charge.Outcome;
import io.flashsale.auditor.snapshot.Charge.Recorded;
import io.flashsale.auditor.snapshot.Charge.Refund;
import io.flashsale.auditor.snapshot.Charge.RefundReason;
import io.flashsale.auditor.snapshot.Charge.RefundState;
import io.flashsale.auditor.snapshot.Charge.Taken;
import io.flashsale.auditor.snapshot.CouponSnapshot.CouponSpending;
import io.flashsale.auditor.snapshot.ExportedOrder;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads the tables of order-service. All methods throw {@link SourceUnavailableException}. */
public final class OrderReader {

    private static final String ORDERS = """
            SELECT id, user_id, status, reason, unit_kept, refund_cents, COALESCE(entry_number, 0),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', reserved_at) DIV 1000
            FROM orders WHERE sale_id = ? ORDER BY id
            """;

    /** Dead letters that wait for an administrator. */
    private static final String UNDER_REVIEW = """
            SELECT r.order_id, r.user_id FROM order_under_review r LEFT JOIN orders o ON o.id = r.order_id
            WHERE r.sale_id = ? AND o.id IS NULL ORDER BY r.order_id
            """;

    /** As an export has them: only a coupon that pays, or has paid, counts as a discount. */
    private static final String EXPORTED = """
            SELECT o.id, o.user_id, o.status, o.price_cents,
                   CASE WHEN c.state IN ('CHARGING', 'USED') THEN c.discount_cents ELSE 0 END, o.refund_cents
            FROM orders o LEFT JOIN order_coupon c ON c.order_id = o.id WHERE o.sale_id = ?
            """;

    /** The active orders of other sales. */
    private static final String ACTIVE =
            "SELECT id, user_id, status FROM orders WHERE status IN ('AWAITING_PAYMENT', 'PAID') AND sale_id IN ";

    /** The charges that the shop has recorded, with the provider's records of them. */
    private static final String RECORDED = """
            SELECT c.charge_id, o.id AS order_id, o.price_cents - COALESCE(k.discount_cents, 0) AS to_pay,
                   c.amount_cents AS recorded, c.order_id AS recorded_for, c.outcome,
                   m.amount_cents AS taken, m.order_id AS taken_for,
                   r.amount_cents AS refund_cents, r.state AS refund, r.reason AS refund_reason,
                   (SELECT CAST(SUM(b.amount_cents) AS SIGNED) FROM %1$smock_provider_refund b
                    WHERE b.charge_id = c.charge_id) AS given_back,
                   FALSE AS recent
            FROM orders o JOIN charge c ON c.order_id = o.id
            LEFT JOIN order_coupon k ON k.order_id = o.id AND k.state = 'USED'
            LEFT JOIN %1$smock_provider_charge m ON m.charge_id = c.charge_id
            LEFT JOIN refund r ON r.charge_id = c.charge_id
            WHERE o.sale_id = ?
            """;

    /**
     * The charges that {@link #RECORDED} misses.
     *
     * <p>These are charges in the provider's records alone, where the last half minute counts as recent. They
     * are also charges that the shop has recorded for an order that does not exist or is not of this sale.
     */
    private static final String UNRECORDED = """
            SELECT m.charge_id, o.id AS order_id, o.price_cents AS to_pay,
                   c.amount_cents AS recorded, c.order_id AS recorded_for, c.outcome,
                   m.amount_cents AS taken, m.order_id AS taken_for,
                   NULL AS refund_cents, NULL AS refund, NULL AS refund_reason,
                   (SELECT CAST(SUM(b.amount_cents) AS SIGNED) FROM %1$smock_provider_refund b
                    WHERE b.charge_id = m.charge_id) AS given_back,
                   m.charged_at > UTC_TIMESTAMP(3) - INTERVAL 30 SECOND AS recent
            FROM orders o JOIN %1$smock_provider_charge m ON m.order_id = o.id
            LEFT JOIN charge c ON c.charge_id = m.charge_id
            LEFT JOIN orders other ON other.id = c.order_id AND other.sale_id = o.sale_id
            WHERE o.sale_id = ? AND (c.charge_id IS NULL OR other.id IS NULL)
            """;

    private static final String COUNTS = "SELECT status, COUNT(*) FROM orders WHERE sale_id = ? GROUP BY status";

    /** Messages about ended orders have the sale as their key. */
    private static final String OUTBOX = "SELECT COUNT(*) FROM outbox WHERE topic = 'order-events' AND message_key = ?";

    private static final String SPENDINGS = """
            SELECT c.order_id, c.coupon_id, c.attempt, c.state, o.status
            FROM order_coupon c JOIN orders o ON o.id = c.order_id WHERE c.coupon_id IN
            """;
    private static final String SETTLEMENTS = "SELECT COUNT(*) FROM outbox WHERE topic = 'coupon-settlements'";
    private static final int CHUNK = 1_000;

    private final ReadOnlyDatabase database;
    private final String recorded;
    private final String unrecorded;

    public OrderReader(DataSource dataSource) {
        this(dataSource, "");
    }

    /** @param provider before the names of the mock provider's tables, such as {@code schema.}; empty if they are ours */
    public OrderReader(DataSource dataSource, String provider) {
        this.database = new ReadOnlyDatabase(Source.ORDER_DATABASE, dataSource);
        this.recorded = RECORDED.formatted(provider);
        this.unrecorded = UNRECORDED.formatted(provider);
    }

    /**
     * The orders of a sale at one moment, and their charges with the records of the mock provider.
     *
     * @param ofSiblings the active orders of the other sales of its family
     */
    public record OrderSnapshot(OrderRows orders, List<Charge> charges, List<OrderRow> ofSiblings) {}

    /** All orders of the sale, oldest first, then those under review, and their charges, at one moment. */
    public OrderSnapshot read(long saleId, List<Long> siblings) {
        return database.atOneMoment(jdbc -> {
            List<OrderRow> orders = new ArrayList<>(jdbc.query(
                    ORDERS,
                    (row, _) -> new OrderRow(
                            row.getLong(1),
                            row.getLong(2),
                            named(row.getString(3), OrderStatus.UNKNOWN),
                            row.getString(4) != null,
                            row.getBoolean(5),
                            row.getLong(6),
                            row.getLong(7),
                            row.getLong(8)),
                    saleId));
            orders.addAll(jdbc.query(
                    UNDER_REVIEW,
                    (row, _) -> new OrderRow(row.getLong(1), row.getLong(2), OrderStatus.UNDER_REVIEW, false),
                    saleId));
            List<Charge> charges = new ArrayList<>(jdbc.query(recorded, OrderReader::charge, saleId));
            charges.addAll(jdbc.query(unrecorded, OrderReader::charge, saleId));
            return new OrderSnapshot(new OrderRows(orders), charges, active(jdbc, siblings));
        });
    }

    /** All orders of the sale as an export would have them now, by id. */
    public Map<Long, ExportedOrder> exported(long saleId) {
        return database.atOneMoment(jdbc -> {
            Map<Long, ExportedOrder> orders = new HashMap<>();
            jdbc.query(
                    EXPORTED,
                    row -> {
                        orders.put(
                                row.getLong(1),
                                new ExportedOrder(
                                        row.getLong(1),
                                        row.getLong(2),
                                        named(row.getString(3), OrderStatus.UNKNOWN),
                                        row.getLong(4),
                                        row.getLong(5),
                                        row.getLong(6)));
                    },
                    saleId);
            return orders;
        });
    }

    private static List<OrderRow> active(JdbcTemplate jdbc, List<Long> sales) {
        return sales.isEmpty()
                ? List.of()
                : jdbc.query(
                        ACTIVE + marks(sales),
                        (row, _) -> new OrderRow(
                                row.getLong(1), row.getLong(2), named(row.getString(3), OrderStatus.UNKNOWN), false),
                        sales.toArray());
    }

    private static String marks(List<Long> ids) {
        return "(" + String.join(",", Collections.nCopies(ids.size(), "?")) + ")";
    }

    private static Charge charge(ResultSet row, int number) throws SQLException {
        String outcome = row.getString("outcome");
        String refund = row.getString("refund");
        Long taken = row.getObject("taken", Long.class);
        return new Charge(
                row.getString("charge_id"),
                row.getLong("order_id"),
                row.getLong("to_pay"),
                outcome == null
                        ? null
                        : new Recorded(
                                row.getLong("recorded_for"),
                                row.getLong("recorded"),
                                named(outcome, Outcome.UNDECIDED)),
                taken == null ? null : new Taken(row.getLong("taken_for"), taken),
                refund == null
                        ? null
                        : new Refund(
                                row.getLong("refund_cents"),
                                named(refund, RefundState.UNFINISHED),
                                named(row.getString("refund_reason"), RefundReason.UNKNOWN)),
                row.getObject("given_back", Long.class),
                row.getBoolean("recent"));
    }

    /** The number of orders of the sale by status, without those that do not occur. */
    public Map<String, Long> countByStatus(long saleId) {
        return database.atOneMoment(jdbc -> {
            Map<String, Long> counts = new TreeMap<>();
            jdbc.query(
                    COUNTS,
                    row -> {
                        counts.put(row.getString(1), row.getLong(2));
                    },
                    saleId);
            return counts;
        });
    }

    /** Messages about the sale in the outbox that Kafka has not acknowledged. */
    public long outboxLength(long saleId) {
        return database.count(OUTBOX, Long.toString(saleId));
    }

    /** The orders that involve these coupons, with their status, at one moment. */
    public List<CouponSpending> spendings(List<Long> couponIds) {
        return database.atOneMoment(jdbc -> {
            List<CouponSpending> spendings = new ArrayList<>();
            for (int from = 0; from < couponIds.size(); from += CHUNK) {
                List<Long> chunk = couponIds.subList(from, Math.min(couponIds.size(), from + CHUNK));
                spendings.addAll(jdbc.query(
                        SPENDINGS + marks(chunk),
                        (row, _) -> new CouponSpending(
                                row.getLong(1),
                                row.getLong(2),
                                row.getInt(3),
                                row.getString(4),
                                named(row.getString(5), OrderStatus.UNKNOWN)),
                        chunk.toArray()));
            }
            return spendings;
        });
    }

    /** Settlements of coupons in the outbox that Kafka has not acknowledged. */
    public long settlementsInOutbox() {
        return database.count(SETTLEMENTS);
    }
}
