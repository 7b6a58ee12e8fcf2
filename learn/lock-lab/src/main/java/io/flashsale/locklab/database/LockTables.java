package io.flashsale.locklab.database;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.trace.Holder;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Trace;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the rows that are locks: those of {@link InsertedRowLock} and {@link OwnedRowLock}. */
final class LockTables implements LockObserver, AutoCloseable {

    private static final String INSERTED = "SELECT '', NULL FROM %s.held_lock WHERE name = ?";
    private static final String OWNED =
            "SELECT owner, TIMESTAMPDIFF(MICROSECOND, NOW(6), expires_at) FROM %s.owned_lock WHERE name = ?";

    private final SqlDatabase database;
    private final String schema;
    private @Nullable Connection connection;
    private @Nullable String look;
    private long looks;

    LockTables(SqlDatabase database, String schema) {
        this.database = database;
        this.schema = schema;
    }

    @Override
    public String lane() {
        return Trace.DATABASE;
    }

    /** Finds out which of the tables exist. The schemes have created theirs by now. */
    synchronized void begin() {
        look = has("held_lock") ? INSERTED : has("owned_lock") ? OWNED : null;
    }

    private boolean has(String table) {
        try (PreparedStatement tables =
                connection().prepareStatement("SHOW TABLES FROM " + schema + " LIKE '" + table + "'")) {
            return tables.executeQuery().next();
        } catch (SQLException e) {
            throw new ScenarioException("the database cannot be looked at: " + e.getMessage());
        }
    }

    @Override
    public synchronized @Nullable Holder look(String lock) {
        String statement = look;
        if (statement == null) {
            return null;
        }
        try (PreparedStatement row = connection().prepareStatement(statement.formatted(schema))) {
            row.setString(1, lock);
            looks++;
            return holder(row.executeQuery());
        } catch (SQLException e) {
            throw new ScenarioException("the database cannot be looked at: " + e.getMessage());
        }
    }

    private static @Nullable Holder holder(ResultSet row) throws SQLException {
        if (!row.next()) {
            return null;
        }
        long left = row.getLong(2);
        Long end = row.wasNull() ? null : (Long) (Trace.now() + left);
        return new Holder(row.getString(1), end, null);
    }

    /** The given count without the statements of these looks. */
    synchronized long withoutLooks(LongSupplier counted) {
        return counted.getAsLong() - looks;
    }

    private Connection connection() throws SQLException {
        Connection present = connection;
        if (present == null || present.isClosed()) {
            present = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
            connection = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException closedAlready) {
            // it is gone, as wanted
        }
    }
}
