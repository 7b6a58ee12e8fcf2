package io.flashsale.chaos.system;

import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.coupon.CouponAuditor;
import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.source.CouponReader;
import io.flashsale.auditor.source.DatabaseAccess;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.StockReader;
import io.flashsale.chaos.checker.FinalState;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.server.sql.SqlServer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.redisson.api.RedissonClient;
import org.springframework.jdbc.core.JdbcTemplate;

/** The servers' data, read without the services and the lines, and the auditors with their own readers. */
public final class Records implements AutoCloseable {

    private static final String ORDERS = """
        SELECT o.id, o.sale_id, o.user_id, o.status, o.reason, MILLIS(o.reserved_at), c.used_coupon
        FROM orders o LEFT JOIN order_coupon c ON c.order_id = o.id
        WHERE o.sale_id IN %s\
        """.replace("MILLIS(o.reserved_at)", millis("o.reserved_at"));

    private static final String COUPONS =
            "SELECT id, user_id, status, " + millis("claimed_at") + ", order_id FROM coupon WHERE template_id = ";

    private static final String STOCK = """
        SELECT k.sale_id, SUM(k.initial), SUM(k.added), COUNT(*), s.price_cents
        FROM stock k JOIN sale s ON s.id = k.sale_id WHERE k.sale_id IN %s GROUP BY k.sale_id, s.price_cents\
        """;

    private final HikariDataSource stock;
    private final HikariDataSource order;
    private final HikariDataSource coupon;
    private final QueueReader queues;
    private final SaleAuditor sales;
    private final CouponAuditor coupons;

    Records(SqlServer database, RedissonClient redis, String kafka) {
        this.stock = pool("stock", database);
        this.order = pool("order", database);
        this.coupon = pool("coupon", database);
        StockReader sales = new StockReader(stock);
        OrderReader orders = new OrderReader(order, ProviderRecords.SCHEMA + ".");
        GateReader gates = new GateReader(redis);
        this.queues = new QueueReader(gates, sales, orders, Map.of("bootstrap.servers", kafka));
        this.sales = new SaleAuditor(sales, orders, gates, queues);
        this.coupons = new CouponAuditor(new CouponReader(coupon), orders, redis, queues);
    }

    private static HikariDataSource pool(String whose, SqlServer database) {
        SqlDatabase schema = database.schema("flashsale_" + whose);
        return ReadOnlyDatabase.pool(whose, new DatabaseAccess(schema.jdbcUrl(), schema.user(), schema.password()));
    }

    /** Milliseconds since 1970. */
    private static String millis(String column) {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + column + ") DIV 1000";
    }

    public SaleAuditor sales() {
        return sales;
    }

    public CouponAuditor coupons() {
        return coupons;
    }

    /** The databases' content for these sales and this template. */
    public FinalState facts(Collection<Long> saleIds, long template) {
        String in = saleIds.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
        Map<Long, FinalState.Order> orders = new HashMap<>();
        new JdbcTemplate(order).query(ORDERS.formatted(in), row -> {
            String reason = row.getString(5);
            orders.put(
                    row.getLong(1),
                    new FinalState.Order(
                            row.getLong(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getString(4),
                            reason == null ? "" : reason,
                            row.getLong(6),
                            row.getLong(7)));
        });
        Map<Long, FinalState.Coupon> owned = new HashMap<>();
        new JdbcTemplate(coupon).query(COUPONS + template, row -> {
            owned.put(
                    row.getLong(1),
                    new FinalState.Coupon(
                            row.getLong(1),
                            template,
                            row.getLong(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getLong(5)));
        });
        Map<Long, FinalState.Stock> units = new HashMap<>();
        new JdbcTemplate(stock).query(STOCK.formatted(in), row -> {
            units.put(
                    row.getLong(1),
                    new FinalState.Stock(row.getLong(2), row.getLong(3), row.getInt(4), row.getLong(5)));
        });
        return new FinalState(orders, owned, units);
    }

    @Override
    public void close() {
        queues.close();
        stock.close();
        order.close();
        coupon.close();
    }
}
