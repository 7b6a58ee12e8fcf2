package io.flashsale.stock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Looks at the tables behind the service's back, so that a bug of the service cannot hide itself. */
@Component
public class Database {

    private final JdbcClient sql;

    Database(JdbcClient sql) {
        this.sql = sql;
    }

    public long available(long sale) {
        return number("SELECT available FROM stock WHERE sale_id = " + sale);
    }

    public long version(long sale) {
        return number("SELECT version FROM stock WHERE sale_id = " + sale);
    }

    public long flows(long sale, String type) {
        return number("SELECT COUNT(*) FROM stock_flow WHERE sale_id = " + sale + " AND type = '" + type + "'");
    }

    /** I1, and that the counters of the stock are what the flows say (I6). */
    public boolean conserves(long sale) {
        return number(
                        "SELECT COUNT(*) FROM stock k WHERE sale_id = " + sale
                                + " AND initial + added = available + deducted - released AND available >= 0"
                                + " AND deducted = (SELECT COUNT(*) FROM stock_flow f WHERE f.sale_id = k.sale_id AND f.type = 'DEDUCT')"
                                + " AND released = (SELECT COUNT(*) FROM stock_flow f WHERE f.sale_id = k.sale_id AND f.type = 'RELEASE')")
                == 1;
    }

    /** The same for a sale that has several buckets, each by itself and in what they gave each other. */
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

    /** Of all buckets. */
    public long availableInAll(long sale) {
        return number("SELECT SUM(available) FROM stock WHERE sale_id = " + sale);
    }

    /** @param from a table, and which of its rows */
    public long count(String from) {
        return number("SELECT COUNT(*) FROM " + from);
    }

    public void execute(String statement) {
        sql.sql(statement).update();
    }

    private long number(String query) {
        return sql.sql(query).query(Long.class).single();
    }
}
