package io.flashsale.lab.books;

import io.flashsale.lab.books.BooksUnavailableException.Source;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Reads the tables of order-service. All methods throw {@link BooksUnavailableException}. */
public final class OrderBooks {

    private static final String ORDERS = "SELECT id, user_id, status, reason FROM orders WHERE sale_id = ? ORDER BY id";
    private static final String COUNTS = "SELECT status, COUNT(*) FROM orders WHERE sale_id = ? GROUP BY status";

    /** Ended orders are keyed by sale. */
    private static final String OUTBOX = "SELECT COUNT(*) FROM outbox WHERE topic = 'order-events' AND message_key = ?";

    private final BookDatabase database;

    public OrderBooks(DataSource dataSource) {
        this.database = new BookDatabase(Source.ORDER_DATABASE, dataSource);
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
}
