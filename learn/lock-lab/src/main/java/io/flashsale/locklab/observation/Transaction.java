package io.flashsale.locklab.observation;

import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.ScenarioException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** An open transaction of one client, on a connection of its own. It is rolled back when closed, unless it has been committed. */
final class Transaction implements AutoCloseable {

    private final LabDatabase database;
    private final Connection connection;

    /** @param isolation one of the constants of {@link Connection} */
    Transaction(LabDatabase database, int isolation) {
        this.database = database;
        connection = database.connect();
        try {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new ScenarioException("no transaction: " + e.getMessage());
        }
    }

    /** Sends a statement in a thread of its own. Returns when it has ended, or waits for a lock. */
    Statement send(String sql) throws InterruptedException {
        Statement statement = new Statement(() -> execute(sql));
        statement.awaitEndOr(() -> database.waitingForRows() > 0);
        return statement;
    }

    /** Runs a statement that nothing holds up. Returns the number that it reads, or the rows that it changes. */
    long run(String sql) throws InterruptedException {
        return send(sql).number();
    }

    private long execute(String sql) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return statement.getUpdateCount();
            }
            try (ResultSet result = statement.getResultSet()) {
                result.next();
                return result.getLong(1);
            }
        }
    }

    /** Always true, for use in conditions. */
    boolean commit() {
        return ends(connection::commit);
    }

    void rollBack() {
        ends(connection::rollback);
    }

    private static boolean ends(Ending ending) {
        try {
            ending.run();
            return true;
        } catch (SQLException e) {
            throw new ScenarioException("the transaction does not end: " + e.getMessage());
        }
    }

    @FunctionalInterface
    private interface Ending {
        void run() throws SQLException;
    }

    /** Waits for a statement that is still under way. */
    @Override
    public void close() {
        ends(() -> {
            try (connection) {
                connection.rollback();
            }
        });
    }
}
