package io.flashsale.steps.check;

import io.flashsale.devstack.server.sql.SqlDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the checker sees and holds in the database of a shop. */
final class LampTables implements AutoCloseable {

    private final SqlDatabase database;
    private final Connection connection;

    LampTables(SqlDatabase database) throws SQLException {
        this.database = database;
        connection = connect();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    /** The users with an order, one for each order. */
    List<String> buyers() throws SQLException {
        return strings("SELECT user_id FROM orders ORDER BY id");
    }

    int available() throws SQLException {
        return Integer.parseInt(
                strings("SELECT available FROM stock WHERE id = 1").getFirst());
    }

    /** How many statements that read or write rows the server has run since its start, without those of this class. */
    long statements() throws SQLException {
        return strings(
                        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_insert', 'Com_update', 'Com_delete')")
                .stream()
                .mapToLong(Long::parseLong)
                .sum();
    }

    /**
     * Locks the row of the stock, as a slow transaction would, until the result is closed.
     *
     * @param beforeItIsFreed is called then
     */
    HeldRow holdStockRow(Runnable beforeItIsFreed) throws SQLException {
        Connection holder = connect();
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.executeQuery("SELECT available FROM stock WHERE id = 1 FOR UPDATE");
        }
        return new HeldRow(holder, beforeItIsFreed);
    }

    /** The last column of each row. */
    private List<String> strings(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(rows.getMetaData().getColumnCount()));
            }
            return values;
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + database.schema());
        }
    }

    /** The locked row, and the statements that wait for it or for each other. */
    final class HeldRow implements AutoCloseable {

        private final Connection holder;
        private final Runnable beforeItIsFreed;
        private final Set<Long> known = new HashSet<>();

        private HeldRow(Connection holder, Runnable beforeItIsFreed) {
            this.holder = holder;
            this.beforeItIsFreed = beforeItIsFreed;
        }

        /** A waiting statement that no earlier call has returned. */
        Optional<String> nextWaiting() throws SQLException {
            return waiting() > known.size() ? nextRunning() : Optional.empty();
        }

        boolean isWaitedFor() {
            try {
                return waiting() > 0;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private int waiting() throws SQLException {
            return Integer.parseInt(strings("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'")
                    .getFirst());
        }

        private Optional<String> nextRunning() throws SQLException {
            String sql = """
                    SELECT id, info FROM information_schema.processlist
                    WHERE db = DATABASE() AND command = 'Query' AND id <> CONNECTION_ID()
                    """;
            try (Statement statement = connection.createStatement();
                    ResultSet running = statement.executeQuery(sql)) {
                while (running.next()) {
                    if (known.add(running.getLong("id"))) {
                        return Optional.of(running.getString("info").strip().replaceAll("\\s+", " "));
                    }
                }
                return Optional.empty();
            }
        }

        @Override
        public void close() throws SQLException {
            beforeItIsFreed.run();
            holder.close(); // the server rolls back
        }
    }
}
