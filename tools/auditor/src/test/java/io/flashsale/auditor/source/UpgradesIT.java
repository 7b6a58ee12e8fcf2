package io.flashsale.auditor.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ProjectRoot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Migrates tables with rows: a service's data survives an upgrade, and the constraints hold. */
@Tag("long")
class UpgradesIT {

    /**
     * An upgrade to the latest version.
     *
     * @param folders of {@code sql}
     * @param from the version of the populated tables
     * @param rows statements that populate them
     * @param rewritten tables whose rows a migration changes on purpose; all others keep theirs
     * @param after queries of one value each, and the value after the upgrade
     * @param refused statements that violate a constraint
     */
    private record Upgrade(
            List<String> folders,
            String from,
            String rows,
            Set<String> rewritten,
            Map<String, String> after,
            List<String> refused) {

        @Override
        public String toString() {
            return folders.getFirst() + " from V" + from;
        }
    }

    static Stream<Upgrade> upgrades() {
        return Stream.of(
                new Upgrade(
                        List.of("stock", "shared"),
                        "3",
                        """
                        INSERT INTO product VALUES (1, 'A lamp', 'It shines', '/images/lamp.svg');
                        INSERT INTO sale VALUES (5, 1, 'A sale', 100, 200, '2026-01-01', '2026-01-02', 3);
                        INSERT INTO stock VALUES (5, 0, 10, 2, 10, 3, 1, 7);
                        INSERT INTO stock_addition VALUES (5, 'a-key', 2, '2026-01-01 00:00:01.123');
                        INSERT INTO stock_flow VALUES (11, 'DEDUCT', 5, 7, '2026-01-01 00:00:02.456'),
                            (12, 'DEDUCT', 5, 8, '2026-01-01'), (13, 'DEDUCT', 5, 9, '2026-01-01'),
                            (13, 'RELEASE', 5, 9, '2026-01-01'), (14, 'VOID', 5, 10, '2026-01-01');
                        UPDATE id_block SET last_block = 42;
                        """,
                        Set.of(),
                        Map.of(
                                "SELECT CONCAT_WS(' ', path, idempotency_key, LOWER(HEX(digest)), made_id) FROM made_once",
                                "/api/admin/sales/5/stock a-key 23715fa946835efb0e87565369804b8ef9f19b1be720fc0ede260d737b649189 5",
                                "SELECT CONCAT_WS(' ', entry_mode, entry_rate, entry_difficulty, opened_before, buckets,"
                                        + " purchase_limit) FROM sale",
                                "OPEN 100 0 0 1 1",
                                "SELECT moved FROM stock",
                                "0",
                                "SELECT COUNT(*) FROM sale WHERE family_id IS NULL AND variant IS NULL",
                                "1"),
                        List.of(
                                "UPDATE stock SET available = available + 1",
                                "UPDATE stock SET available = -1, deducted = 14",
                                "UPDATE stock SET moved = 1",
                                "UPDATE sale SET entry_mode = 'CLOSED'",
                                "UPDATE sale SET buckets = 17",
                                "UPDATE sale SET buckets = 2, entry_mode = 'QUEUE'",
                                "UPDATE sale SET purchase_limit = 21",
                                "UPDATE sale SET purchase_limit = 2, entry_mode = 'QUEUE'",
                                "UPDATE sale SET family_id = 5",
                                "UPDATE sale SET family_id = 5, variant = 'L', buckets = 2",
                                "INSERT INTO family_unit VALUES (5, 7, 21, 11)",
                                "INSERT INTO stock_flow (order_id, type, sale_id, user_id) VALUES (11, 'DEDUCT', 5, 7)",
                                "INSERT INTO sale_price VALUES (6, 100)")),
                new Upgrade(
                        List.of("stock", "shared"),
                        "25",
                        """
                        INSERT INTO entry VALUES (5, 7, 1, '2026-01-01', '2026-01-02', '2026-01-03'),
                            (5, 8, 2, '2026-01-01', NULL, NULL);
                        INSERT INTO entry_counter VALUES (5, 'a-run', 2, 1, 1, '2026-01-01');
                        INSERT INTO entry_served VALUES (5, 1, 1, '2026-01-01');
                        INSERT INTO unpaid_order VALUES (5, 7, 3, '2026-01-01');
                        """,
                        Set.of(),
                        Map.of("SELECT COUNT(*) FROM entry WHERE turn_at IS NULL", "2"),
                        List.of(
                                "INSERT INTO entry (sale_id, user_id, number, entered_at) VALUES (5, 9, 1, '2026-01-01')",
                                "UPDATE entry SET ticket_issued_at = NULL",
                                "UPDATE entry_counter SET recovered_up_to = 3")),
                new Upgrade(
                        List.of("order", "shared"),
                        "6",
                        """
                        INSERT INTO account VALUES (1, 'Alice', 'a-hash', 'SHOPPER', '2026-01-01');
                        INSERT INTO orders (id, sale_id, user_id, title, image_url, price_cents, status, reason, reserved_at,
                                created_at, pay_deadline, paid_at, closed_at) VALUES
                            (11, 5, 7, 'A lamp', '/a.svg', 100, 'PAID', NULL, '2026-01-01', '2026-01-01', '2026-01-02',
                                '2026-01-01 00:00:01.123', NULL),
                            (12, 5, 8, 'A lamp', '/a.svg', 100, 'REFUND_DUE', 'PAYMENT_OVERDUE', '2026-01-01', '2026-01-01',
                                '2026-01-02', '2026-01-03', '2026-01-02'),
                            (13, 5, 9, 'A lamp', '/a.svg', 100, 'AWAITING_PAYMENT', NULL, '2026-01-01', '2026-01-01',
                                '2026-01-02', NULL, NULL),
                            (14, 5, 9, 'A lamp', '/a.svg', 100, 'REJECTED', 'DUPLICATE_PURCHASE', '2026-01-01', '2026-01-01',
                                NULL, NULL, '2026-01-01');
                        INSERT INTO payment VALUES (11, 'mock-11', 60, 'ACCEPTED', '2026-01-01 00:00:01.123', '2026-01-01'),
                            (12, 'other-12', 100, 'REFUND_DUE', '2026-01-03', '2026-01-03');
                        INSERT INTO order_coupon (order_id, coupon_id, attempt, state, discount_cents, open_charges)
                            VALUES (11, 21, 2, 'USED', 40, 1);
                        INSERT INTO outbox VALUES (1, 'order-events', '5', '{"orderId": "12"}', '2026-01-01');
                        INSERT INTO dead_letter_replay VALUES ('reservations.dead-letter', 0, 3, '2026-01-01', 1, '2026-01-02');
                        """,
                        Set.of(),
                        Map.of(
                                "SELECT GROUP_CONCAT(CONCAT_WS(' ', charge_id, order_id, amount_cents, outcome)"
                                        + " ORDER BY order_id) FROM charge",
                                "mock-11 11 60 PAID,other-12 12 100 REFUND",
                                "SELECT GROUP_CONCAT(CONCAT_WS(' ', charge_id, order_id, amount_cents, reason, state))"
                                        + " FROM refund",
                                "other-12 12 100 ORDER_ENDED DUE",
                                "SELECT GROUP_CONCAT(CONCAT_WS(' ', charge_id, order_id, amount_cents))"
                                        + " FROM mock_provider_charge",
                                "mock-11 11 60",
                                "SELECT GROUP_CONCAT(CONCAT_WS(' ', id, refund_cents, coupon_attempts) ORDER BY id) FROM orders",
                                "11 0 2,12 100 0,13 0 0,14 0 0",
                                "SELECT token_version FROM account",
                                "0",
                                "SELECT GROUP_CONCAT(CONCAT_WS(' ', id, slot) ORDER BY id) FROM orders",
                                "11 1,12 1,13 1,14 1"),
                        List.of(
                                "UPDATE charge SET outcome = 'PAID', order_id = 11",
                                "INSERT INTO refund (charge_id, order_id, amount_cents, reason, next_attempt_at, created_at)"
                                        + " VALUES ('mock-11', 11, 60, 'ALREADY_PAID', '2026-01-01', '2026-01-01')",
                                "UPDATE orders SET status = 'PAID', paid_at = '2026-01-01' WHERE sale_id = 5 AND user_id = 9",
                                "UPDATE orders SET slot = 21",
                                "UPDATE orders SET entry_number = 1",
                                "UPDATE orders SET status = 'LOST'",
                                "UPDATE orders SET refund_cents = -1")),
                new Upgrade(
                        List.of("order", "shared"),
                        "22",
                        """
                        INSERT INTO ended_session VALUES
                            (1, 7, 'a-token', NULL, '2026-01-01', '2999-01-01'), (2, 7, 'a-token', NULL, '2026-01-02', '2999-01-01'),
                            (3, 8, 'a-token', NULL, '2026-01-01', '2999-01-01'), (4, 7, NULL, 3, '2026-01-01', '2999-01-01'),
                            (5, 7, NULL, 3, '2026-01-01', '2999-01-01'), (6, 7, NULL, 4, '2026-01-01', '2999-01-01'),
                            (7, 9, 'over', NULL, '2020-01-01', '2020-01-02');
                        INSERT INTO admin_change (id, changed_at, account_id, username, address, correlation_id, method, path)
                            VALUES (1, '2026-01-01', 1, 'admin', '127.0.0.1', 'a-correlation', 'POST', '/api/admin/sales');
                        """,
                        Set.of("ended_session"),
                        Map.of("SELECT GROUP_CONCAT(id ORDER BY id) FROM ended_session", "1,3,4,6"),
                        List.of(
                                "INSERT INTO ended_session VALUES (9, 7, 'a-token', NULL, '2026-01-01', '2999-01-01')",
                                "INSERT INTO ended_session VALUES (9, 7, NULL, 3, '2026-01-01', '2999-01-01')")),
                new Upgrade(
                        List.of("coupon", "shared"),
                        "1",
                        """
                        INSERT INTO coupon_template VALUES (1, 'Off', 'AMOUNT', 500, NULL, NULL, 1000, 10, 2, '2026-01-01',
                            '2026-01-02', '2026-01-01', '2026-02-01', 2, 1, 3);
                        INSERT INTO coupon_scope VALUES (1, 'SALE', 5);
                        INSERT INTO coupon (id, template_id, user_id, place, per_person, status, order_id, attempt,
                                discount_cents, claimed_at, reserved_at, used_at) VALUES
                            (21, 1, 7, 1, 2, 'UNUSED', NULL, NULL, NULL, '2026-01-01 00:00:01.123', NULL, NULL),
                            (22, 1, 7, 2, 2, 'USED', 11, 2, 500, '2026-01-01', NULL, '2026-01-02');
                        INSERT INTO coupon_flow VALUES (21, 0, 0, 'CLAIM', 1, 7, NULL, '2026-01-01'),
                            (22, 0, 0, 'CLAIM', 1, 7, NULL, '2026-01-01'), (22, 11, 2, 'RESERVE', 1, 7, NULL, '2026-01-01'),
                            (22, 11, 2, 'USE', 1, 7, NULL, '2026-01-02'), (23, 0, 0, 'REJECT', 1, 8, 'SOLD_OUT', '2026-01-02');
                        INSERT INTO coupon_id_node VALUES (3, '2026-01-01');
                        """,
                        Set.of(),
                        Map.of("SELECT last_block FROM id_block", "0"),
                        List.of(
                                "UPDATE coupon_template SET claimed = 11",
                                "UPDATE coupon SET place = 3 WHERE id = 21",
                                "UPDATE coupon SET status = 'USED', order_id = 11, attempt = 1, discount_cents = 1,"
                                        + " used_at = '2026-01-02' WHERE id = 21",
                                "INSERT INTO id_block VALUES (2, 0)")),
                new Upgrade(
                        List.of("lab"),
                        "2",
                        """
                        INSERT INTO naive_sale VALUES (1, 'A sale', 100, 10, 3);
                        INSERT INTO naive_order VALUES (1, 1, 7, '2026-01-01');
                        INSERT INTO lab_run VALUES
                            (1, 'r1', 'desk-dies-late', 1, 2, 3, 4, '2026-01-01', '2026-01-02', 'DONE', NULL,
                                '{"overlaps":1,"lateWrites":["late-write"],"steps":[]}'),
                            (2, 'r1', 'pause', 1, 2, 3, 4, '2026-01-01', NULL, 'RUNNING', NULL, NULL);
                        """,
                        Set.of("lab_run"),
                        Map.of(
                                "SELECT GROUP_CONCAT(CONCAT_WS(' ', id, scenario, state, report) ORDER BY id) FROM lab_run",
                                "1 server-dies-late DONE"
                                        + " {\"exclusionViolations\":1,\"staleWrites\":[\"stale-write\"],\"failPoints\":[]},"
                                        + "2 pause RUNNING"),
                        List.of("UPDATE lab_run SET state = 'LOST'")));
    }

    @ParameterizedTest
    @MethodSource("upgrades")
    void shouldKeepWhatWasThere(Upgrade upgrade) {
        SqlDatabase database = DevStack.shared().database().freshSchema("upgrade");
        DriverManagerDataSource source =
                new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password());
        JdbcClient sql = JdbcClient.create(source);

        migrate(source, upgrade, upgrade.from());
        new ResourceDatabasePopulator(new ByteArrayResource(upgrade.rows().getBytes(StandardCharsets.UTF_8)))
                .execute(source);
        Map<String, String> columns = columns(sql);
        columns.keySet().removeAll(upgrade.rewritten());
        Map<String, List<Map<String, @Nullable Object>>> before = rows(sql, columns);

        migrate(source, upgrade, "latest");

        columns.keySet().retainAll(columns(sql).keySet());
        before.keySet().retainAll(columns.keySet());
        assertThat(rows(sql, columns)).isEqualTo(before);
        upgrade.after()
                .forEach((query, value) -> assertThat(
                                sql.sql(query).query(String.class).single())
                        .as(query)
                        .isEqualTo(value));
        for (String wrong : upgrade.refused()) {
            assertThatThrownBy(() -> sql.sql(wrong).update()).as(wrong).isInstanceOf(DataAccessException.class);
        }
    }

    private static void migrate(DriverManagerDataSource source, Upgrade upgrade, String target) {
        Path folder = ProjectRoot.find().resolve("sql");
        Flyway.configure()
                .dataSource(source)
                .locations(upgrade.folders().stream()
                        .map(one -> "filesystem:" + folder.resolve(one))
                        .toArray(String[]::new))
                .target(target)
                .load()
                .migrate();
    }

    /** The columns of each table, as a list for SELECT. */
    private static Map<String, String> columns(JdbcClient sql) {
        Map<String, String> columns = new TreeMap<>();
        sql.sql(
                        "SELECT table_name, GROUP_CONCAT('`', column_name, '`') FROM information_schema.columns"
                                + " WHERE table_schema = DATABASE() AND table_name <> 'flyway_schema_history' GROUP BY table_name")
                .query((row, n) -> Map.entry(row.getString(1), row.getString(2)))
                .list()
                .forEach(table -> columns.put(table.getKey(), table.getValue()));
        return columns;
    }

    private static Map<String, List<Map<String, @Nullable Object>>> rows(JdbcClient sql, Map<String, String> columns) {
        Map<String, List<Map<String, @Nullable Object>>> rows = new TreeMap<>();
        columns.forEach((table, names) -> rows.put(
                table,
                sql.sql("SELECT " + names + " FROM " + table + " ORDER BY 1, 2")
                        .query()
                        .listOfRows()));
        return rows;
    }
}
