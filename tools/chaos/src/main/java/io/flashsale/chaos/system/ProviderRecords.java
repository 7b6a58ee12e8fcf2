package io.flashsale.chaos.system;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.server.sql.SqlServer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The mock provider's records, in a database of their own. The provider reaches them while order-service is cut off from
 * its database.
 *
 * <p>A trigger makes the provider decline or slow: the mock takes an INSERT that collides with no charge for a declined
 * one. So the product has no code for this.
 */
public final class ProviderRecords {

    static final String SCHEMA = "flashsale_provider";

    /** A server that hangs is away. */
    private static final String TIMEOUTS = "&connectTimeout=2000&socketTimeout=5000";

    private static final String TRIGGER = """
        CREATE TRIGGER conduct BEFORE INSERT ON mock_provider_charge FOR EACH ROW BEGIN
            DECLARE declined, slow, millis BIGINT DEFAULT 0;
            SELECT c.declined, c.slow, c.slow_millis INTO declined, slow, millis FROM conduct c;
            IF NEW.charge_id LIKE 'mock-%' AND CRC32(CONCAT('slow', NEW.order_id)) % 100 < slow THEN
                DO SLEEP(millis / 1000);
            END IF;
            IF NEW.charge_id LIKE 'mock-%' AND CRC32(CONCAT('declined', NEW.order_id)) % 100 < declined THEN
                SIGNAL SQLSTATE '23000' SET MYSQL_ERRNO = 1062, MESSAGE_TEXT = 'declined';
            END IF;
        END\
        """;

    private final SqlDatabase database;
    private final JdbcTemplate jdbc;

    ProviderRecords(SqlServer server) {
        this.database = server.schema(SCHEMA);
        this.jdbc = new JdbcTemplate(
                new DriverManagerDataSource(database.jdbcUrl() + TIMEOUTS, database.user(), database.password()));
    }

    SqlDatabase database() {
        return database;
    }

    /** Makes the tables, like those in order-service's database. */
    void create() {
        for (String table : List.of("mock_provider_charge", "mock_provider_refund", "mock_provider_step")) {
            jdbc.execute("CREATE TABLE IF NOT EXISTS " + table + " LIKE flashsale_order." + table);
        }
        jdbc.execute("CREATE TABLE conduct (declined INT NOT NULL, slow INT NOT NULL, slow_millis INT NOT NULL)");
        jdbc.execute("INSERT INTO conduct VALUES (0, 0, 0)");
        jdbc.execute(TRIGGER);
    }

    /** @param declined the percentage of orders for which the provider takes no money; {@code slow} likewise */
    public void behave(int declined, int slow, long slowMillis) {
        jdbc.update("UPDATE conduct SET declined = ?, slow = ?, slow_millis = ?", declined, slow, slowMillis);
    }

    /** Money that the provider took for an order. */
    public record Taken(String id, long order, long cents, Instant at) {}

    /** The prices of orders that were made since then and await payment, as if they were charged now. */
    public List<Taken> unpaid(Instant since) {
        return query(
                "SELECT CONCAT('unpaid-', id), id, price_cents, created_at FROM flashsale_order.orders"
                        + " WHERE created_at >= ? AND status = 'AWAITING_PAYMENT'",
                since);
    }

    /** The charges that order-service has asked for since then. */
    public List<Taken> charges(Instant since) {
        return query(
                "SELECT charge_id, order_id, amount_cents, charged_at FROM mock_provider_charge"
                        + " WHERE charged_at >= ? AND charge_id LIKE 'mock-%'",
                since);
    }

    private List<Taken> query(String sql, Instant since) {
        return jdbc.query(
                sql,
                (row, _) -> new Taken(
                        row.getString(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getObject(4, LocalDateTime.class).toInstant(ZoneOffset.UTC)),
                LocalDateTime.ofInstant(since, ZoneOffset.UTC));
    }

    /** Takes money that nobody asked for. Taking it again changes nothing. */
    public void take(Taken charge) {
        jdbc.update(
                "INSERT IGNORE INTO mock_provider_charge (charge_id, order_id, amount_cents, charged_at)"
                        + " VALUES (?, ?, ?, ?)",
                charge.id(),
                charge.order(),
                charge.cents(),
                LocalDateTime.ofInstant(charge.at(), ZoneOffset.UTC));
    }
}
