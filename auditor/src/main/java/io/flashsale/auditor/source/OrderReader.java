package io.flashsale.auditor.source;

import io.flashsale.auditor.snapshot.CouponSpending;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.Orders;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Reads the tables of order-service. All methods throw {@link SourceUnavailableException}. */
public final class OrderReader {

    private static final String ORDERS = "SELECT id, user_id, status, reason FROM orders WHERE sale_id = ? ORDER BY id";
    private static final String COUNTS = "SELECT status, COUNT(*) FROM orders WHERE sale_id = ? GROUP BY status";

    /** Ended orders are keyed by sale. */
    private static final String OUTBOX = "SELECT COUNT(*) FROM outbox WHERE topic = 'order-events' AND message_key = ?";

    private static final String SPENDINGS = """
            SELECT c.order_id, c.coupon_id, c.attempt, c.state, o.status
            FROM order_coupon c JOIN orders o ON o.id = c.order_id WHERE c.coupon_id IN
            """;
    private static final String SETTLEMENTS = "SELECT COUNT(*) FROM outbox WHERE topic = 'coupon-settlements'";
    private static final int CHUNK = 1_000;

    private final ReadOnlyDatabase database;

    public OrderReader(DataSource dataSource) {
        this.database = new ReadOnlyDatabase(Source.ORDER_DATABASE, dataSource);
    }

    /** All orders of the sale, at one moment, oldest first. */
    public Orders read(long saleId) {
        return database.atOneMoment(jdbc -> {
            Orders orders = new Orders();
            jdbc.query(
                    ORDERS,
                    row -> {
                        orders.add(
                                row.getLong(1),
                                row.getLong(2),
                                OrderStatus.named(row.getString(3)),
                                row.getString(4) != null);
                    },
                    saleId);
            return orders;
        });
    }

    /** How many orders of the sale have which status; those that do not occur are not there. */
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

    /** Messages about the sale that were written and are not known to be in Kafka. */
    public long outboxLength(long saleId) {
        return database.atOneMoment(
                jdbc -> Objects.requireNonNull(jdbc.queryForObject(OUTBOX, Long.class, Long.toString(saleId))));
    }

    /** How orders stand that have something to do with these coupons, at one moment. */
    public List<CouponSpending> spendings(List<Long> couponIds) {
        return database.atOneMoment(jdbc -> {
            List<CouponSpending> spendings = new ArrayList<>();
            for (int from = 0; from < couponIds.size(); from += CHUNK) {
                List<Long> chunk = couponIds.subList(from, Math.min(couponIds.size(), from + CHUNK));
                String marks = String.join(",", Collections.nCopies(chunk.size(), "?"));
                jdbc.query(
                        SPENDINGS + "(" + marks + ")",
                        row -> {
                            spendings.add(new CouponSpending(
                                    row.getLong(1),
                                    row.getLong(2),
                                    row.getInt(3),
                                    row.getString(4),
                                    OrderStatus.named(row.getString(5))));
                        },
                        chunk.toArray());
            }
            return spendings;
        });
    }

    /** What became of coupons, written and not known to be in Kafka. */
    public long settlementsInOutbox() {
        return database.atOneMoment(jdbc -> Objects.requireNonNull(jdbc.queryForObject(SETTLEMENTS, Long.class)));
    }
}
