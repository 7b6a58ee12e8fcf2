package io.flashsale.locklab.database;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.sql.MariaDbServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.trace.TraceStep;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A MariaDB that syncs each commit to the disk. The schemes create their tables in it. */
public final class LabDatabase implements Backend {

    public static final Kind<LabDatabase> KIND = new Kind<>(LabDatabase.class, LabDatabase::new);

    private static final String SCHEMA = "flashsale_lock_lab";

    /** The pause between looks: InnoDB caches its list of transactions for a tenth of a second after a look. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(150);

    private static final int ROWS_TO_SEE = 6;

    private final MariaDbServer server;
    private final SqlDatabase database;
    private final JdbcClient sql;
    private final LockTables locks;
    private volatile Marks marks = Marks.NONE;
    private volatile long lastLook;

    private LabDatabase(ProcessDirectory home) {
        server = MariaDbServer.further("lock-database", home);
        server.start();
        database = server.schema(SCHEMA);
        locks = new LockTables(database, SCHEMA);
        // One connection per statement: none outlives the schema.
        sql = JdbcClient.create(new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "jdbc-url", database.jdbcUrl(), "jdbc-user", database.user(), "jdbc-password", database.password());
    }

    @Override
    public List<LockObserver> observers() {
        return List.of(locks);
    }

    @Override
    public void recordOn(Marks newMarks) {
        marks = newMarks;
        locks.begin();
    }

    /** Changes data without the schemes' knowledge. */
    void change(String statement, Object... parameters) {
        sql.sql(statement).params(parameters).update();
        marks.mark(TraceStep.Kind.COMMAND, Trace.DATABASE, statement + " " + Arrays.toString(parameters));
    }

    /** Kills the server (SIGKILL) and restarts it. Committed data survives. */
    public void killAndStart() {
        marks.mark(TraceStep.Kind.KILLED, Trace.DATABASE, "");
        server.kill();
        locks.close();
        server.start();
        marks.mark(TraceStep.Kind.STARTED, Trace.DATABASE, "");
    }

    /** Access for looking at stored data. */
    public JdbcClient sql() {
        return sql;
    }

    /** The number of transactions that wait for a locked row. Takes a while, see {@link #BETWEEN_LOOKS}. */
    public int waitingForRows() {
        long wait = BETWEEN_LOOKS.toNanos() - (System.nanoTime() - lastLook);
        if (lastLook != 0 && wait > 0) {
            LockSupport.parkNanos(wait);
        }
        int waiting = countWaiting();
        lastLook = System.nanoTime();
        return waiting;
    }

    private int countWaiting() {
        return sql.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                .query(Integer.class)
                .single();
    }

    @Override
    public void reset() {
        marks = Marks.NONE;
        server.start();
        sql.sql("DROP DATABASE IF EXISTS " + SCHEMA).update();
        sql.sql("CREATE DATABASE IF NOT EXISTS " + SCHEMA).update();
    }

    /** The number of statements that read or change rows, as the server counts them. */
    @Override
    public long commands() {
        return locks.withoutLooks(this::statements);
    }

    private long statements() {
        return sql
                .sql(
                        "SHOW GLOBAL STATUS WHERE Variable_name IN"
                                + " ('Com_select', 'Com_insert', 'Com_insert_select', 'Com_update', 'Com_delete', 'Com_replace')")
                .query((row, number) -> row.getLong(2))
                .list()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The number of waits for a row that another transaction has locked. */
    @Override
    public long waits() {
        return status("Innodb_row_lock_waits");
    }

    @Override
    public long waitingNow() {
        return status("Innodb_row_lock_current_waits");
    }

    private long status(String variable) {
        return sql.sql("SHOW GLOBAL STATUS LIKE '" + variable + "'")
                .query((row, number) -> row.getLong(2))
                .single();
    }

    /** The first committed rows of each table. */
    @Override
    public List<String> contents() {
        return sql.sql("SHOW TABLES FROM " + SCHEMA).query(String.class).list().stream()
                .flatMap(
                        table -> sql
                                .sql("SELECT * FROM " + SCHEMA + "." + table + " LIMIT " + ROWS_TO_SEE)
                                .query()
                                .listOfRows()
                                .stream()
                                .map(row -> table + " " + row))
                .toList();
    }

    /** A connection of its own, which the caller closes. */
    public Connection connect() {
        try {
            return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        } catch (SQLException e) {
            throw new ScenarioException("no connection: " + e.getMessage());
        }
    }

    /** Locks the item's row in the table {@code stock} in a separate transaction, until closed. */
    public RowLock lockRow(String item) {
        try {
            Connection connection = connect();
            connection.setAutoCommit(false);
            try (PreparedStatement row =
                    connection.prepareStatement("SELECT available FROM stock WHERE item = ? FOR UPDATE")) {
                row.setString(1, item);
                row.execute();
            }
            marks.mark(
                    TraceStep.Kind.COMMAND,
                    Trace.DATABASE,
                    "SELECT available FROM stock WHERE item = '" + item + "' FOR UPDATE");
            return () -> {
                marks.mark(TraceStep.Kind.COMMAND, Trace.DATABASE, "ROLLBACK");
                try (connection) {
                    connection.rollback();
                } catch (SQLException e) {
                    throw new ScenarioException("the row cannot be unlocked: " + e.getMessage());
                }
            };
        } catch (SQLException e) {
            throw new ScenarioException("the row cannot be locked: " + e.getMessage());
        }
    }

    /** A row that stays locked until this is closed. */
    @FunctionalInterface
    public interface RowLock extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void close() {
        locks.close();
        server.stop();
    }
}
