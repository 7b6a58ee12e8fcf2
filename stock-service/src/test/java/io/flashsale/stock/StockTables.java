package io.flashsale.stock;

import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the tables without the service, so that a bug of the service cannot hide itself. */
@Component
public class StockTables {

    private final JdbcClient sql;

    StockTables(JdbcClient sql) {
        this.sql = sql;
    }

    public long available(long sale) {
        return number("SELECT available FROM stock WHERE sale_id = " + sale);
    }

    public long flows(long sale, String type) {
        return number("SELECT COUNT(*) FROM stock_flow WHERE sale_id = " + sale + " AND type = '" + type + "'");
    }

    /** Whether the sale satisfies I1, and its counters agree with its flows (I6). */
    public boolean conserves(long sale) {
        return number(
                        "SELECT COUNT(*) FROM stock k WHERE sale_id = " + sale
                                + " AND initial + added = available + deducted - released AND available >= 0"
                                + " AND deducted = (SELECT COUNT(*) FROM stock_flow f WHERE f.sale_id = k.sale_id AND f.type = 'DEDUCT')"
                                + " AND released = (SELECT COUNT(*) FROM stock_flow f WHERE f.sale_id = k.sale_id AND f.type = 'RELEASE')")
                == 1;
    }

    /** The same for a sale with several buckets: each by itself, and what they gave each other. */
    public boolean conservesInBuckets(long sale, int buckets) {
        long whole = number("SELECT COUNT(*) FROM stock k WHERE sale_id = " + sale
                + " AND initial + added + moved = available + deducted - released AND available >= 0"
                + " AND moved = (SELECT COALESCE(SUM(CASE WHEN m.to_bucket = k.bucket THEN m.units ELSE 0 END"
                + " - CASE WHEN m.from_bucket = k.bucket THEN m.units ELSE 0 END), 0)"
                + " FROM stock_move m WHERE m.sale_id = k.sale_id)");
        return whole == buckets
                && number("SELECT SUM(moved) FROM stock WHERE sale_id = " + sale) == 0
                && number("SELECT SUM(deducted) FROM stock WHERE sale_id = " + sale) == flows(sale, "DEDUCT")
                && number("SELECT SUM(released) FROM stock WHERE sale_id = " + sale) == flows(sale, "RELEASE");
    }

    /** The units available in all buckets. */
    public long availableInAll(long sale) {
        return number("SELECT SUM(available) FROM stock WHERE sale_id = " + sale);
    }

    /** @param from a table, and a condition on its rows */
    public long count(String from) {
        return number("SELECT COUNT(*) FROM " + from);
    }

    /** When the user last let a unit of the sale go without paying. */
    public Instant lastLetGo(long sale, long user) {
        return Instant.ofEpochMilli(number("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', last_at) DIV 1000"
                + " FROM unpaid_order WHERE sale_id = " + sale + " AND user_id = " + user));
    }

    public void execute(String statement) {
        sql.sql(statement).update();
    }

    public long number(String query) {
        return sql.sql(query).query(Long.class).single();
    }
}
